// Is any report counted twice, lost, or summed wrongly? Users with several keys send thousands of reports,
// each up to five times, half of them at the same moment. Then everything that the database keeps is worked
// out once more from what was sent, by code that shares nothing with the server.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Agent } from 'undici'
import { type Ask, callAs } from '../../harness/driver/call-api.ts'
import { logIn } from '../../harness/driver/log-in.ts'
import { openSystem, type Seeded } from '../../harness/driver/open-system.ts'
import { checkItself } from './check-itself.ts'
import { compareMemory } from './compare-memory.ts'
import { type Belongings, inventReports, KEYS } from './invent-reports.ts'
import { measureTimes } from './measure-times.ts'
import { type Sender, sendReports } from './send-reports.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    users: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
/** The first ads of a user have a media each; the others are known by the platform's name alone. */
const MEDIA_PER_USER = 8
const PRODUCTS_PER_USER = 2
const SHOWN = 20

const say = (text: string) => process.stdout.write(`${text}\n`)
const complaints: string[] = []
// One more, for the times: nobody else writes to that memory.
const { system, people, close } = await openSystem('reports', Number(values.users) + 1)
const dispatcher = new Agent({ connections: 16 })
const client = new pg.Client({ connectionString: system.env.DATABASE_URL })
await client.connect()
try {
  const sender: Sender = { baseUrl: system.baseUrl, keys: [], dispatcher, complaints }
  const users: Belongings[] = []
  for (const person of people) {
    sender.keys.push([person.apiKey, ...(await moreKeys(person))])
    users.push(await settle(callAs(system.baseUrl, { 'x-api-key': person.apiKey })))
  }
  const today = Date.parse(new Date().toISOString().slice(0, 10))
  const reports = inventReports(Number(values.count), users.slice(0, -1), Number(values.seed), today)
  const began = performance.now()
  const [taken, tally] = await sendReports(sender, reports)
  const seconds = (performance.now() - began) / 1000
  say(
    `${tally.taken} reports of ${values.users} users, ${tally.requests} requests ` +
      `in ${seconds.toFixed(0)} s (${(tally.requests / seconds).toFixed(0)} a second)`,
  )
  say(`${tally.replays} replayed, ${tally.inFlight} told to wait, ${tally.refused} refused as they must be`)
  const total = { series: 0, rows: 0, claims: 0, figures: 0 }
  for (const [i, { email }] of people.slice(0, -1).entries()) {
    const { rows } = await client.query<{ id: string }>(`select id from users where email = $1`, [email])
    const own = taken.filter(({ user }) => user === i)
    const userId = rows[0]?.id ?? ''
    const compared = await compareMemory(client, userId, own, complaints)
    if (i === 0) say(`${await checkItself(client, userId, own, complaints)} lies were told to the check`)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += compared[name]
  }
  say(
    `${total.rows} rows in ${total.series} series and ${total.claims} claims: ` +
      `${total.figures} figures compared`,
  )
  for await (const { name, ms } of measureTimes(sender, people.at(-1)?.apiKey ?? '', today))
    say(`  ${name.padEnd(42)} ${ms.toFixed(1)} ms`)
} finally {
  await client.end()
  await dispatcher.close()
  await close()
}
for (const complaint of complaints.slice(0, SHOWN)) say(`  ${complaint}`)
say(`${complaints.length === 0 ? 1 : 0} passed, ${complaints.length} differences`)
process.exit(complaints.length === 0 ? 0 : 1)

async function moreKeys(person: Seeded): Promise<string[]> {
  const ask = callAs(system.baseUrl, await logIn(system.baseUrl, person))
  const secrets: string[] = []
  for (let i = 1; i < KEYS; i++)
    secrets.push((await ask('POST', '/api/account/keys', { body: { name: `agent ${i}` } })).secret)
  return secrets
}

async function settle(ask: Ask): Promise<Belongings> {
  const own: Belongings = { media: [], products: [] }
  for (let i = 0; i < PRODUCTS_PER_USER; i++)
    own.products.push((await ask('POST', '/api/gen/products', { body: { name: `mug ${i}` } })).product.id)
  for (let i = 0; i < MEDIA_PER_USER; i++) {
    const body = { prompt: `mug ${i}`, model: 'simulator/fail', hook: `look ${i}` }
    own.media.push((await ask('POST', '/api/gen/image', { body })).id)
  }
  return own
}
