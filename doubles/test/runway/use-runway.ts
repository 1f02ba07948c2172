import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Config } from '../../src/core/index.ts'
import { makePng } from '../../src/media/index.ts'
import { runway } from '../../src/runway/runway.ts'
import { type Controlled, openTestDouble } from '../run-double.ts'

export interface View {
  id: string
  createdAt: string
  status: string
  progress?: number
  output?: string[]
  failure?: string
  failureCode?: string
  estimatedCost?: { credits: number }
  cost?: { credits: number }
}

export interface ErrorBody {
  error: string
  docUrl: string
  issues?: { code: string; path: (string | number)[]; message: string }[]
}

export interface Runway extends Controlled {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  submitVideo(body?: object): Promise<Response>
  submitImage(body?: object): Promise<Response>
  /** Submits a video and returns its id. */
  buy(body?: object): Promise<string>
  view(id: string): Promise<View>
  /** Status and body of a refusal. */
  refusal(answer: Response | Promise<Response>): Promise<ErrorBody & { status: number }>
}

export const usual = {
  authorization: 'Bearer double-key',
  'x-runway-version': '2024-11-06',
  'content-type': 'application/json',
}

/** A video of 10 seconds in 720p costs 120 credits and is estimated at 125. */
export const video = {
  model: 'seedance2_5',
  promptText: 'a mug',
  ratio: '720:1280',
  duration: 10,
  audio: true,
}
export const image = { model: 'gpt_image_2_5_flare', promptText: 'a mug', ratio: '1280:1920' }

export async function useRunway(given: Partial<Config> = {}): Promise<Runway> {
  const double = await openTestDouble(runway, given)
  return { ...double, ...runwayClient(double.url) }
}

export function runwayClient(url: string): Omit<Runway, keyof Controlled> {
  const call: Runway['call'] = (method, path, body, headers = usual) =>
    fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const submitVideo = (body: object = {}) => call('POST', '/v1/text_to_video', { ...video, ...body })
  return {
    call,
    submitVideo,
    submitImage: (body = {}) => call('POST', '/v1/text_to_image', { ...image, ...body }),
    buy: async (body) => {
      const answer = await submitVideo(body)
      if (answer.status !== 200) throw new Error(await answer.text())
      return ((await answer.json()) as View).id
    },
    view: async (id) => (await (await call('GET', `/v1/tasks/${id}`)).json()) as View,
    refusal: async (answer) => {
      const got = await answer
      return { status: got.status, ...((await got.json()) as ErrorBody) }
    },
  }
}

export const picture = makePng({ key: 'reference', width: 16, height: 16, sizeBytes: 0 })

/** A host of references; returns its address and the requests it got. */
export async function serveReferences(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    answer(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
