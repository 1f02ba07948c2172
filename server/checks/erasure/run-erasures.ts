import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiRequest, runParallel, sendRequest } from '../../harness/driver/index.ts'
import type { Random } from '../../harness/random/index.ts'
import type { ChosenErasure } from './choose-erasures.ts'
import type { StoredFile } from './read-stored.ts'

const CONCURRENCY = 6
const LIMIT_MS = 5_000
const GIVE_UP_MS = 60_000
const TRIES_MAX = 60

export type ErasureRun = {
  erased: number
  kinds: string
  addresses: number
  slowestMs: number
  retries: number
  goneKeys: Set<string>
  refused: string[]
  readable: string[]
}

type Erasing = { baseUrls: string[]; chosen: ChosenErasure[]; random: Random }

/** Sends every erasure until it is answered, then asks for each of its files on each process. */
export async function runErasures({ baseUrls, chosen, random }: Erasing): Promise<ErasureRun> {
  const run: ErasureRun = {
    erased: 0,
    kinds: describeKinds(chosen),
    addresses: 0,
    slowestMs: 0,
    retries: 0,
    goneKeys: new Set(),
    refused: [],
    readable: [],
  }
  await runParallel(CONCURRENCY, chosen, async ({ kind, subjectId, user, files }) => {
    const target = { baseUrl: random.pick(baseUrls), headers: user.sessionHeaders }
    const status = await sendUntilAnswered(target, { body: { subjectId } }, () => run.retries++)
    // 410: it went with an erasure before. 401: the account was erased, and the answer was lost.
    const isGone = status === 201 || status === 410 || (kind === 'account' && status === 401)
    if (!isGone) {
      run.refused.push(`${kind} ${subjectId}: ${status}`)
      return
    }
    run.erased++
    const answeredAt = performance.now()
    for (const file of files) run.goneKeys.add(file.key)
    await runParallel(CONCURRENCY, files, async (file) => {
      for (const baseUrl of baseUrls) {
        run.addresses++
        const ms = await waitUntilGone(baseUrl, file, answeredAt)
        run.slowestMs = Math.max(run.slowestMs, Math.round(ms))
        if (ms > LIMIT_MS) run.readable.push(`${kind} ${baseUrl}${file.path} after ${Math.round(ms)} ms`)
      }
    })
  })
  return run
}

const describeKinds = (chosen: ChosenErasure[]): string =>
  [...Map.groupBy(chosen, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`).join(', ')

type Target = { baseUrl: string; headers: Record<string, string> }

/** A killed process gives no answer, and a starting one 503: the same erasure is sent again. */
async function sendUntilAnswered(target: Target, request: ApiRequest, onRetry: () => void): Promise<number> {
  for (let tries = 1; ; tries++) {
    const answer = await sendRequest(target, 'POST', '/api/account/erasures', request).catch(() => undefined)
    if (answer && answer.status < 500) return answer.status
    if (tries === TRIES_MAX) return answer?.status ?? 0
    onRetry()
    await sleep(500)
  }
}

/** How long after the answer a process last served the file. A process that is down serves nothing. */
async function waitUntilGone(baseUrl: string, file: StoredFile, answeredAt: number): Promise<number> {
  let servedMs = 0
  for (;;) {
    const target = { baseUrl, headers: {} }
    const answer = await sendRequest(target, 'HEAD', file.path).catch(() => undefined)
    if (answer?.status === 410) return servedMs
    if (answer && answer.status < 500) servedMs = performance.now() - answeredAt
    if (performance.now() - answeredAt > GIVE_UP_MS) return GIVE_UP_MS
    await sleep(50)
  }
}
