import { stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@atelier/contract'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { keyRoute, openHttp } from '../../src/edge/http/index.ts'
import { type TestSystem, useSystem } from '../use-system.ts'

const shared = { summary: 'Of a test', chapter: 'Service', auth: 'key', scope: 'generate' } as const
const answer = { status: 200, description: 'What was understood' } as const

const echo = {
  ...shared,
  method: 'POST',
  path: '/echo',
  limit: 'writes',
  body: z.object({}),
  answer,
} as const satisfies Endpoint

const form = {
  ...shared,
  method: 'POST',
  path: '/form',
  limit: 'writes',
  formLimit: 'uploads',
  body: z.object({}),
  form: z.object({}),
  answer,
} as const satisfies Endpoint

const lines = {
  ...shared,
  method: 'POST',
  path: '/lines',
  limit: 'writes',
  lines: ['application/x-ndjson', 'text/csv'],
  answer,
} as const satisfies Endpoint

const item = {
  ...shared,
  method: 'GET',
  path: '/item/{id}',
  limit: 'reads',
  answer,
} as const satisfies Endpoint

type Pause = () => Promise<void>

/** What a handler does after it has read a form or lines; a test can make it fail or wait. */
export const handler: { afterForm: Pause; afterLines: Pause } = {
  afterForm: async () => undefined,
  afterLines: async () => undefined,
}

const routes = [
  keyRoute(echo, async ({ body }) => ({ status: 200, body: { body: body() } })),
  keyRoute(form, async ({ isForm, body, form }) => {
    if (!isForm) return { status: 200, body: { body: body() } }
    const { fields, file } = await form()
    await handler.afterForm()
    const onDisk = file && (await stat(file.path)).size
    return {
      status: 200,
      body: { fields, onDisk, size: file?.sizeBytes, sha256: file?.sha256.toString('hex') },
    }
  }),
  keyRoute(lines, async ({ lines }) => {
    const { type, text } = await lines()
    await handler.afterLines()
    return { status: 200, body: { type, size: text.length, start: text.slice(0, 20) } }
  }),
  keyRoute(item, async ({ params, query }) => ({ status: 200, body: { params, query } })),
]

/** The real HTTP server with four routes that return what they received. */
export function useEchoApi(): () => TestSystem & { port: number; url: string; key(): Promise<string> } {
  const system = useSystem()
  let http: ReturnType<typeof openHttp>
  beforeAll(async () => {
    http = openHttp(system().app, routes)
    await http.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => http?.close())
  return () => {
    const { port } = http.server.address() as AddressInfo
    const key = async () => (await system().createUser()).apiKey
    return { ...system(), port, url: `http://127.0.0.1:${port}`, key }
  }
}
