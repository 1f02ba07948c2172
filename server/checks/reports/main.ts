// Proves that no report is counted twice, lost or summed wrongly: users with several keys send thousands of
// reports, each up to five times, half of them at the same moment. Then everything that the database holds is
// computed again from what was sent, by code that shares nothing with the server.
// Run: pnpm probe:reports [--count 20000] [--users 10] [--seed 1]. Takes about 8 minutes; 2,000 take 2.
import { Agent } from 'undici'
import { number } from '../../harness/arguments/index.ts'
import {
  type CallApi,
  callAs,
  fastPostgres,
  fastSettings,
  findUserId,
  logIn,
  openDatabase,
  openSystem,
  type SeededUser,
} from '../../harness/driver/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { checkItself } from './check-itself.ts'
import { compareMemory } from './compare-memory.ts'
import { type Belongings, generateReports, KEYS } from './generate-reports.ts'
import { measureTimes } from './measure-times.ts'
import { type SendContext, sendReports } from './send-reports.ts'

/** The first ads of a user have a media each; the others have only the platform's id. */
const MEDIA_PER_USER = 8
const PRODUCTS_PER_USER = 2

const command = {
  name: 'pnpm probe:reports',
  options: {
    count: number(20_000, 'reports', { least: 1 }),
    users: number(10, 'users who send them', { least: 1 }),
    seed: number(1, 'the same reports again'),
  },
}

await runCheck(command, async ({ count, users: userCount, seed }) => {
  const complaints: string[] = []
  // One more, for the times: no other report goes to that memory.
  const options = { users: userCount + 1, env: fastSettings, postgres: fastPostgres }
  const { system, users, databaseUrl } = await openSystem('reports', options)
  const client = await openDatabase(databaseUrl)
  const dispatcher = new Agent({ connections: 16 })
  const context: SendContext = { baseUrl: system.baseUrl, keys: [], dispatcher, complaints }
  const belongings: Belongings[] = []
  for (const user of users) {
    context.keys.push([user.apiKey, ...(await createMoreKeys(system.baseUrl, user))])
    belongings.push(await createBelongings(callAs(system.baseUrl, { 'x-api-key': user.apiKey })))
  }
  const today = Date.parse(new Date().toISOString().slice(0, 10))
  const reports = generateReports(count, belongings.slice(0, -1), seed, today)
  const startedAt = performance.now()
  const [accepted, tally] = await sendReports(context, reports)
  const seconds = (performance.now() - startedAt) / 1000
  print(
    `${tally.accepted} reports of ${userCount} users, ${tally.requests} requests ` +
      `in ${seconds.toFixed(0)} s (${(tally.requests / seconds).toFixed(0)} a second)`,
  )
  print(
    `${tally.replays} replayed, ${tally.inFlight} asked to wait, ${tally.refused} refused as they must be`,
  )
  const total = { series: 0, rows: 0, claims: 0, figures: 0 }
  for (const [i, { email }] of users.slice(0, -1).entries()) {
    const own = accepted.filter(({ user }) => user === i)
    const userId = (await findUserId(client, email)) ?? ''
    const compared = await compareMemory(client, userId, own, complaints)
    if (i === 0) print(`${await checkItself(client, userId, own, complaints)} wrong changes were tried`)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += compared[name]
  }
  for await (const { name, ms } of measureTimes(context, users.at(-1)?.apiKey ?? '', today))
    print(`  ${name.padEnd(42)} ${ms.toFixed(1)} ms`)
  const { rows, series, claims, figures } = total
  const sentence = `${figures} figures of ${rows} rows in ${series} series and ${claims} claims are right`
  return printChecks([{ sentence, failures: complaints }])
})

async function createMoreKeys(baseUrl: string, user: SeededUser): Promise<string[]> {
  const call = callAs(baseUrl, await logIn(baseUrl, user))
  const secrets: string[] = []
  for (let i = 1; i < KEYS; i++)
    secrets.push((await call('POST', '/api/account/keys', { body: { name: `agent ${i}` } })).secret)
  return secrets
}

async function createBelongings(call: CallApi): Promise<Belongings> {
  const own: Belongings = { media: [], products: [] }
  for (let i = 0; i < PRODUCTS_PER_USER; i++)
    own.products.push((await call('POST', '/api/gen/products', { body: { name: `mug ${i}` } })).product.id)
  for (let i = 0; i < MEDIA_PER_USER; i++) {
    const body = { prompt: `mug ${i}`, model: 'simulator/fail', hook: `look ${i}` }
    own.media.push((await call('POST', '/api/gen/image', { body })).id)
  }
  return own
}
