import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { drawPicture, sendRequest, writeForm } from '../../harness/driver/index.ts'
import { quantile } from '../../harness/report/index.ts'
import { CLOSED_ADDRESS } from './fake-internet.ts'
import type { World } from './open-world.ts'

/** What honest users do. The address of a fetch refuses the connection, so only the wait is measured. */
export const kinds = ['files', 'reads', 'uploads', 'submits', 'fetches'] as const
export type Kind = (typeof kinds)[number]

/** How long each request took, by kind, and what went wrong. */
export type Experience = { takenMs: Record<Kind, number[]>; failures: string[] }

/** In turn, one every 40 ms: 25 requests a second. */
const TURNS: Kind[] = [
  'files',
  'reads',
  'files',
  'reads',
  'uploads',
  'files',
  'reads',
  'submits',
  'files',
  'fetches',
]
const EVERY_MS = 40
const ANSWER_MS = 10_000

export const newExperience = (): Experience => ({
  takenMs: { files: [], reads: [], uploads: [], submits: [], fetches: [] },
  failures: [],
})

export const p99 = (values: number[]): number => quantile(values, 0.99)

/** Goes on from phase to phase: otherwise the first users would send most, and reach their limits. */
let turn = 0

/**
 * Sends requests of honest users until the signal and adds to `experience`. Each starts on time, however long
 * the earlier ones take.
 */
export async function runHonestClients(
  world: World,
  experience: Experience,
  signal: AbortSignal,
): Promise<void> {
  const dispatcher = new Agent({ connections: 100 })
  const pending: Promise<void>[] = []
  const startedAt = performance.now()
  for (let sent = 1; !signal.aborted; sent++, turn++) {
    const kind = TURNS[turn % TURNS.length] as Kind
    const sentAt = performance.now()
    const asked = askOnce(world, kind, turn, dispatcher).then(
      (failure) => {
        if (failure) experience.failures.push(`${kind}: ${failure}`)
        else experience.takenMs[kind].push(performance.now() - sentAt)
      },
      (error: Error) => void experience.failures.push(`${kind}: ${error.message}`),
    )
    pending.push(asked)
    await sleep(Math.max(0, startedAt + sent * EVERY_MS - performance.now()))
  }
  await Promise.all(pending)
  await dispatcher.destroy()
}

/** Returns what was wrong with the answer. */
async function askOnce(
  { baseUrl, honest, smallFile }: World,
  kind: Kind,
  turn: number,
  dispatcher: Agent,
): Promise<string | undefined> {
  const user = honest[Math.floor(turn / TURNS.length) % honest.length] as World['honest'][number]
  const as = { baseUrl, headers: { 'x-api-key': user.apiKey }, dispatcher }
  const send = (method: string, path: string, body?: object) =>
    sendRequest(as, method, path, { ...(body && { body }), timeoutMs: ANSWER_MS })
  const expect = (status: number, wanted: number, text: string) =>
    status === wanted ? undefined : `answered ${status}: ${text.slice(0, 200)}`
  switch (kind) {
    case 'files': {
      const { status, text } = await sendRequest({ baseUrl, headers: {}, dispatcher }, 'GET', smallFile, {
        timeoutMs: ANSWER_MS,
      })
      return expect(status, 200, status === 200 ? '' : text)
    }
    case 'reads': {
      const { status, text } = await send(
        'GET',
        turn % 2 === 0 ? '/api/gen/credits?limit=5' : `/api/gen/media/${user.mediaId}`,
      )
      return expect(status, 200, text)
    }
    case 'uploads': {
      const { status, text } = await sendRequest(as, 'POST', '/api/gen/assets', {
        form: await writeForm({}, drawn),
        timeoutMs: ANSWER_MS,
      })
      return expect(status, 201, text)
    }
    case 'submits': {
      const body = { prompt: 'a red mug', model: 'simulator/ok', clientRef: randomUUID() }
      const { status, text } = await send('POST', '/api/gen/image', body)
      return expect(status, 201, text)
    }
    case 'fetches': {
      const body = { label: 'front', fileUrl: `https://${CLOSED_ADDRESS}/photo.png` }
      const { status, text } = await send('POST', `/api/gen/products/${user.productId}/reference`, body)
      return expect(status, 400, text)
    }
    default:
      return kind satisfies never
  }
}

const drawn = drawPicture()
