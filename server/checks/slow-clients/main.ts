// Thousands of clients that never finish what they say, and what the honest ones feel of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSystem } from '../../harness/processes/index.ts'
import type { Outcome } from './hold-connections.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { type Experience, type Honest, runHonestClients } from './run-honest-clients.ts'
import { runSlowClients } from './run-slow-clients.ts'

/** Enough that forty requests a second stay within the reads of each. */
const USERS = 24
const QUIET_MS = 15_000
const P99_MS = 100
/** Above this the machine itself is busy, and only a comparison says anything. */
const NOISY_P99_MS = 50
const REAPED_WITHIN_MS = 20_000

const say = (text: string) => process.stdout.write(`${text}\n`)

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  say(`probe: ${error.stack ?? error}`)
  return 1
})
process.exit()

async function main(argv: string[]): Promise<number> {
  const wanted = readArguments(argv)
  if (wanted.help) {
    say(USAGE)
    return 0
  }
  const leave = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => leave.abort(new Error(`stopped by ${name}`)))
  const dir = await mkdtemp(join(tmpdir(), 'atelier-slow-'))
  try {
    return await probe(wanted, dir, leave.signal)
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function probe(wanted: Arguments, dir: string, signal: AbortSignal): Promise<number> {
  let apiKeys: string[] = []
  const system = await startSystem({
    dir: join(dir, 'system'),
    env: { ...process.env, LOG_LEVEL: 'warn' },
    prepare: async (admin) => {
      const people = JSON.parse(await admin('seed', '--users', String(USERS), '--json'))
      apiKeys = people.users.map((user: { apiKey: string }) => user.apiKey)
    },
    signal,
  })
  try {
    const honest = await Promise.all(apiKeys.map((apiKey) => settleIn(system.baseUrl, apiKey)))
    say(`${describe(wanted)}; the load of the machine is ${loadavg()[0]?.toFixed(2)}`)
    const api = system.apis[0]?.pid
    await runHonestClients(honest, sleep(QUIET_MS / 3))
    const before = await runHonestClients(honest, sleep(QUIET_MS))
    tell('before', before)
    const { port } = new URL(system.baseUrl)
    const part = { ...wanted, port: Number(port), apiKey: apiKeys[0] ?? '', openMs: wanted.seconds * 1000 }
    const attack = runSlowClients(part, signal)
    const during = await runHonestClients(honest, attack)
    tell('during', during)
    const slow = await attack
    const after = await runHonestClients(honest, sleep(QUIET_MS))
    tell('after', after)
    const isSame = system.apis[0]?.pid === api
    return judge({ wanted, before, during, after, slow, isSame })
  } finally {
    await system.stop()
  }
}

function describe({ headers, bodies, seconds }: Arguments): string {
  return `${headers} connections with slow headers and ${bodies} with slow bodies, within ${seconds} s`
}

function tell(when: string, { asked, failed, p50, p99, worst }: Experience): void {
  const ms = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`
  say(`  honest ${when}: ${asked} asked, ${failed.length} failed, ${ms}`)
}

/** Somebody with a job to poll. */
async function settleIn(baseUrl: string, apiKey: string): Promise<Honest[number]> {
  const answer = await fetch(`${baseUrl}/api/gen/image`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a red mug', model: 'simulator/ok' }),
  })
  if (answer.status !== 201) throw new Error(`a submit was answered ${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return { baseUrl, apiKey, mediaId: id }
}

type Findings = {
  wanted: Arguments
  before: Experience
  during: Experience
  after: Experience
  slow: Outcome
  isSame: boolean
}

function judge({ wanted, before, during, after, slow, isSame }: Findings): number {
  say(`  slow: ${JSON.stringify({ ...slow, longestMs: Math.round(slow.longestMs) })}`)
  const failed = [...before.failed, ...during.failed, ...after.failed]
  const isNoisy = before.p99 > NOISY_P99_MS
  const isFast = during.p99 < P99_MS || (isNoisy && during.p99 < 2 * before.p99)
  const bound = isNoisy ? `below 100 ms or twice the noisy ${before.p99.toFixed(1)} ms` : 'below 100 ms'
  const checks: [boolean, string][] = [
    [slow.opened === wanted.headers + wanted.bodies, `${slow.opened} slow connections were opened`],
    [failed.length === 0, `no honest request failed ${[...new Set(failed)].join(', ')}`],
    [isFast, `the honest p99 during it was ${during.p99.toFixed(1)} ms: ${bound}`],
    [slow.left === 0, `${slow.left} slow connections were never ended`],
    [
      slow.longestMs < REAPED_WITHIN_MS,
      `the last was ended ${(slow.longestMs / 1000).toFixed(1)} s after it opened`,
    ],
    [isSame, 'the api is the process that it was'],
  ]
  for (const [isRight, sentence] of checks) say(`${isRight ? 'ok  ' : 'FAIL'} ${sentence.trim()}`)
  const wrong = checks.filter(([isRight]) => !isRight).length
  say(`${checks.length - wrong} passed, ${wrong} failed`)
  return wrong === 0 ? 0 : 1
}
