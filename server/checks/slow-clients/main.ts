// Proves that clients that never finish a request do not harm the others: thousands of connections send one
// byte a second, while honest clients poll. None of them may fail, and their p99 must stay below 100 ms.
// Run: pnpm probe:slow [--headers 10000] [--bodies 2000] [--seconds 5]. Takes about 2 minutes.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number } from '../../harness/arguments/index.ts'
import { callAs, openSystem } from '../../harness/driver/index.ts'
import { print, printChecks, type Results, runCheck } from '../../harness/report/index.ts'
import type { Outcome } from './hold-connections.ts'
import { type Experience, type Honest, runHonestClients } from './run-honest-clients.ts'
import { runSlowClients } from './run-slow-clients.ts'

/** Enough that forty requests a second stay within the read limit of each. */
const USERS = 24
const QUIET_MS = 15_000
const P99_MS = 100
/** Above this the machine itself is busy, and only a comparison is meaningful. */
const NOISY_P99_MS = 50
const CLOSED_WITHIN_MS = 20_000

const limits = { most: 20_000 }
const command = {
  name: 'pnpm probe:slow',
  options: {
    headers: number(10_000, 'connections that send their headers one byte a second', {
      ...limits,
      small: 1_000,
    }),
    bodies: number(2_000, 'connections that send a JSON body with a valid key, one byte a second', {
      ...limits,
      small: 200,
    }),
    seconds: number(5, 'time in which all of them are opened, evenly', { least: 1, most: 600 }),
    small: flag('a tenth of both, for CI'),
  },
  notes: `Accepting a connection costs the api a fifth of a millisecond, so the rate matters too.
The sockets live in two processes, half in each. \`ulimit -n\` must be above half of all slow connections by a
few hundred. All of them use one address, so together they must be fewer than the ports of
net.ipv4.ip_local_port_range, usually 28,000.`,
}
type Sizes = { headers: number; bodies: number; seconds: number }

await runCheck(command, async (sizes) => {
  const { system, users } = await openSystem('slow', { users: USERS, env: { LOG_LEVEL: 'warn' } })
  const honest = await Promise.all(users.map(({ apiKey }) => submitJob(system.baseUrl, apiKey)))
  const { headers, bodies, seconds } = sizes
  print(
    `${headers} connections with slow headers and ${bodies} with slow bodies, within ${seconds} s; ` +
      `the load of the machine is ${loadavg()[0]?.toFixed(2)}`,
  )
  const apiPid = system.apis[0]?.pid
  await runHonestClients(honest, sleep(QUIET_MS / 3))
  const before = await runHonestClients(honest, sleep(QUIET_MS))
  printExperience('before', before)
  const { port } = new URL(system.baseUrl)
  const load = { headers, bodies, port: Number(port), apiKey: users[0]?.apiKey ?? '', openMs: seconds * 1000 }
  const attack = runSlowClients(load)
  const during = await runHonestClients(honest, attack)
  printExperience('during', during)
  const slow = await attack
  const after = await runHonestClients(honest, sleep(QUIET_MS))
  printExperience('after', after)
  const isSameProcess = system.apis[0]?.pid === apiPid
  return judge({ sizes, before, during, after, slow, isSameProcess })
})

function printExperience(when: string, { asked, failed, p50, p99, worst }: Experience): void {
  const ms = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`
  print(`  honest ${when}: ${asked} requests, ${failed.length} failed, ${ms}`)
}

/** A user with a job to poll. */
async function submitJob(baseUrl: string, apiKey: string): Promise<Honest[number]> {
  const call = callAs(baseUrl, { 'x-api-key': apiKey })
  const { id } = await call('POST', '/api/gen/image', {
    body: { prompt: 'a red mug', model: 'simulator/ok' },
  })
  return { baseUrl, apiKey, mediaId: id }
}

type Findings = {
  sizes: Sizes
  before: Experience
  during: Experience
  after: Experience
  slow: Outcome
  isSameProcess: boolean
}

function judge({ sizes, before, during, after, slow, isSameProcess }: Findings): Results {
  print(`  slow: ${JSON.stringify({ ...slow, longestMs: Math.round(slow.longestMs) })}`)
  const isNoisy = before.p99 > NOISY_P99_MS
  const isFast = during.p99 < P99_MS || (isNoisy && during.p99 < 2 * before.p99)
  const bound = isNoisy ? `below 100 ms or twice the noisy ${before.p99.toFixed(1)} ms` : 'below 100 ms'
  const longest = `${(slow.longestMs / 1000).toFixed(1)} s`
  const unless = (isRight: boolean, failure: string) => (isRight ? [] : [failure])
  return printChecks([
    {
      sentence: 'every slow connection was opened',
      failures: unless(slow.opened === sizes.headers + sizes.bodies, `only ${slow.opened}`),
    },
    {
      sentence: 'no honest request failed',
      failures: [...new Set([...before.failed, ...during.failed, ...after.failed])],
    },
    {
      sentence: `the p99 of honest requests during the attack is ${bound}`,
      failures: unless(isFast, `${during.p99.toFixed(1)} ms`),
    },
    {
      sentence: 'every slow connection was closed',
      failures: unless(slow.left === 0, `${slow.left} are open`),
    },
    {
      sentence: `the last was closed ${longest} after it opened`,
      failures: unless(slow.longestMs < CLOSED_WITHIN_MS, `more than ${CLOSED_WITHIN_MS / 1000} s`),
    },
    { sentence: 'the api is still the same process', failures: unless(isSameProcess, 'it was restarted') },
  ])
}
