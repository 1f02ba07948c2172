import { Pool } from 'undici'
import { runParallel } from '../../harness/driver/index.ts'
import type { Probe } from './list-probes.ts'
import type { CanaryFinder } from './open-canaries.ts'

export type Answer = { status: number; headers: string; body: string }

export type Tally = {
  done: number
  seconds: number
  byTrick: Map<string, Map<number, number>>
  complaints: string[]
}

const PARALLEL = 16
const ANSWER_MS = 30_000

/** Sends `count` of the probes over a pool of connections and judges every answer. */
export async function runProbes(
  baseUrl: string,
  probes: Generator<Probe>,
  count: number,
  findCanaries: CanaryFinder,
): Promise<Tally> {
  const pool = new Pool(baseUrl, {
    connections: PARALLEL,
    bodyTimeout: ANSWER_MS,
    headersTimeout: ANSWER_MS,
  })
  const tally: Tally = { done: 0, seconds: 0, byTrick: new Map(), complaints: [] }
  const startedAt = performance.now()
  await runParallel(PARALLEL, probes.take(count), async (probe) => {
    const answer = await send(pool, probe)
    tally.complaints.push(...judge(probe, answer, findCanaries).map((what) => `${probe.name}: ${what}`))
    const statuses = tally.byTrick.get(probe.trick) ?? new Map<number, number>()
    tally.byTrick.set(probe.trick, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1))
    tally.done++
  })
  tally.seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return tally
}

async function send(pool: Pool, { method, path, headers, body }: Probe): Promise<Answer> {
  const answer = await pool.request({ method, path, headers, body: body ?? null } as Parameters<
    Pool['request']
  >[0])
  return {
    status: answer.statusCode,
    headers: JSON.stringify(answer.headers),
    body: Buffer.from(await answer.body.arrayBuffer()).toString('latin1'),
  }
}

/** What is wrong with an answer. */
export function judge(
  { expect, sent, method }: Pick<Probe, 'expect' | 'sent' | 'method'>,
  { status, headers, body }: Answer,
  findCanaries: CanaryFinder,
): string[] {
  const found: string[] = []
  const canaries = findCanaries(`${headers}\n${body}`, sent)
  if (canaries.length > 0) found.push(`shows ${canaries.join(', ')}`)
  if (!expect.statuses.includes(status))
    found.push(`was answered ${status}, not ${expect.statuses.join(' or ')}: ${body.slice(0, 200)}`)
  if (expect.isTool && status === 200 && !isHarmless(body, expect.isEmpty))
    found.push(`the tool was executed: ${body.slice(0, 300)}`)
  if (expect.isEmpty && !expect.isTool && status === 200 && method !== 'HEAD' && !isEmptyList(body))
    found.push(`a list has something in it: ${body.slice(0, 200)}`)
  return found
}

/** The result of a tool: a failure, or an empty list where that is the answer. */
function isHarmless(body: string, mayBeEmpty = false): boolean {
  const { result } = JSON.parse(body) as { result?: { content: { text: string }[] } }
  const { ok, missing: _, ...fields } = JSON.parse(result?.content[0]?.text ?? '{"ok":true}')
  return !ok || (mayBeEmpty && isEmptyList(JSON.stringify(fields)))
}

/** `reporters` is not filtered: these are the caller's own keys. */
const isEmptyList = (body: string): boolean =>
  Object.entries(JSON.parse(body)).every(
    ([name, value]) => !Array.isArray(value) || value.length === 0 || name === 'reporters',
  )
