import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cell, type Cells, openCells } from '../../harness/cells/index.ts'
import { logIn, type Query, queryDatabase, runStatements, sendRequest } from '../../harness/driver/index.ts'
import { asRole, waitUntil } from '../../harness/processes/index.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'main.ts')
/** New keys and users are looked for every 0.5 s; a busy machine may take longer. */
const LEARNED_MS = 10_000
const FORGOTTEN_MS = 5_000
/** Jobs of each cell, made once. */
const jobs = {} as Record<Cell['name'], { id: string; videoUrl: string; thumbnailUrl: string }>
let cells: Cells

beforeAll(async () => {
  cells = await openCells('cells-test', { users: 2 })
  for (const cell of both()) jobs[cell.name] = await makeImage(cell)
}, 180_000)
afterAll(() => cells?.close(), 60_000)

const both = () => [cells.a1, cells.b1]
const other = ({ name }: Cell): Cell => (name === 'a1' ? cells.b1 : cells.a1)
const keyOf = (cell: Cell, user = 0) => ({ 'x-api-key': cell.users[user]?.apiKey ?? '' })
const get = (path: string, headers: Record<string, string> = {}) =>
  sendRequest({ baseUrl: cells.baseUrl, headers }, 'GET', path)
const pathOf = (url: string) => url.slice(cells.baseUrl.length)
/** The status, and the cell that answered. */
const summary = ({ status, headers }: Awaited<ReturnType<typeof get>>) => [status, headers['x-cell']]

async function makeImage(cell: Cell) {
  const target = { baseUrl: cells.baseUrl, headers: keyOf(cell) }
  const body = { prompt: 'a mug', model: 'simulator/ok' }
  const { id } = (await sendRequest(target, 'POST', '/api/gen/image', { body })).body
  const poll = async () => (await sendRequest(target, 'GET', `/api/gen/media/${id}`)).body
  await waitUntil('the image is made', async () => (await poll()).status === 'completed', {
    withinMs: 30_000,
  })
  return poll()
}

describe.each(['a1', 'b1'] as const)('of the cell %s', (name) => {
  const cell = () => cells[name]

  test('a key leads there in either header, also with the id of another cell', async () => {
    const { apiKey = '' } = cell().users[1] ?? {}
    expect(summary(await get('/api/gen/credits', { 'x-api-key': apiKey }))).toEqual([200, name])
    expect(summary(await get('/api/gen/credits', { authorization: `bearer  ${apiKey}` }))).toEqual([
      200,
      name,
    ])
    const own = `/api/gen/media/${jobs[name].id}`
    expect(summary(await get(own, keyOf(cell())))).toEqual([200, name])
    const foreign = `/api/gen/media/${jobs[other(cell()).name].id}`
    expect(summary(await get(foreign, keyOf(cell())))).toEqual([404, name])
  })

  test('files and callbacks lead there by the id in their address, whatever key is sent', async () => {
    const { id, videoUrl, thumbnailUrl } = jobs[name]
    expect(id.slice(4, 6)).toBe(name)
    for (const url of [videoUrl, thumbnailUrl])
      for (const headers of [{}, keyOf(other(cell()))])
        expect(summary(await get(pathOf(url), headers))).toEqual([200, name])
    const target = { baseUrl: cells.baseUrl, headers: keyOf(other(cell())) }
    const called = await sendRequest(target, 'POST', `/cb/simulator/${id}?t=forged`)
    expect(called.headers['x-cell']).toBe(name)
    const text = 'select recent_called from model_times'
    const wasCalled = async () => {
      const ask = (query: Query) => query<{ recent_called: boolean[] }>(text)
      const times = await queryDatabase(cell().databaseUrl, ask)
      return times.some(({ recent_called }) => recent_called.includes(true))
    }
    // A worker saves what it learned every second.
    await waitUntil('the callback is remembered', wasCalled, { withinMs: LEARNED_MS })
  })

  test('a user signs in there, however the address is written, and the session leads there', async () => {
    const { email = '', password = '' } = cell().users[0] ?? {}
    for (const written of [email, email.toUpperCase(), ` ${email}\t`]) {
      const session = await logIn(cells.baseUrl, { email: written, password })
      expect(session.cookie).toMatch(new RegExp(`^__Host-sid=${name}[\\w-]{43}$`))
      expect(summary(await get('/api/account/session', session))).toEqual([200, name])
      expect(summary(await get('/api/account/keys', { ...session, ...keyOf(other(cell())) }))).toEqual([
        200,
        name,
      ])
      const elsewhere = { ...session, cookie: session.cookie?.replace(`=${name}`, `=${other(cell()).name}`) }
      const answer = await get('/api/account/session', elsewhere as Record<string, string>)
      expect(summary(answer)).toEqual([401, other(cell()).name])
    }
  })

  test('a new user and a new key are known within a second or so', async () => {
    const email = `new-${name}@Example.com`
    const maps = ['--maps', cells.mapsDir]
    const made = JSON.parse(await cell().system.admin('create-user', email, ...maps))
    const isKnown = async (apiKey: string) =>
      (await get('/api/gen/credits', { 'x-api-key': apiKey })).headers['x-cell'] === name
    await waitUntil('the key is known', () => isKnown(made.apiKey), { withinMs: LEARNED_MS })
    const session = await logIn(cells.baseUrl, { email, password: made.password })
    const target = { baseUrl: cells.baseUrl, headers: session }
    const added = await sendRequest(target, 'POST', '/api/account/keys', { body: { name: 'second' } })
    expect(summary(added)).toEqual([201, name])
    await waitUntil('the second key is known', () => isKnown(added.body.secret), { withinMs: LEARNED_MS })
    const again = other(cell()).system.admin('create-user', email, ...maps)
    await expect(again).rejects.toThrow(`exists in the cell ${name}`)
  })

  test('its processes and commands refuse the database of the other', async () => {
    const { system } = cell()
    for (const role of ['api', 'worker'] as const) {
      const env = { ...system.env, DATABASE_URL: asRole(other(cell()).databaseUrl, `atelier_${role}`) }
      const failed = await run(process.execPath, [MAIN, role], { env: { ...env, PORT: '0' } }).catch((e) => e)
      expect([failed.code, failed.stderr]).toEqual([
        2,
        expect.stringContaining(
          `CELL is ${name}, and this database belongs to the cell ${other(cell()).name}.`,
        ),
      ])
    }
    const admin = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
    for (const command of [['migrate'], ['create-user', 'x@y.test']]) {
      const env = { ...system.env, DATABASE_URL: other(cell()).databaseUrl }
      const failed = await run(process.execPath, [admin, ...command], { env }).catch((e) => e)
      expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('belongs to the cell')])
    }
    const insert = `insert into users (id, email, password_hash)
      values ('usr_${name}${'x'.repeat(20)}', 'x@z.test', '-')`
    await expect(runStatements(other(cell()).databaseUrl, [insert])).rejects.toThrow('is of another cell')
  }, 60_000)
})

test('wrong passwords and unknown addresses are told apart by nothing', async () => {
  const known = cells.b1.users[0]?.email ?? ''
  const answers = await Promise.all(
    [known, 'nobody@nowhere.test', '\u00e4@b.test', 'x'.repeat(300)].map(async (email) => {
      const target = { baseUrl: cells.baseUrl, headers: { origin: cells.baseUrl } }
      const body = { email, password: 'wrong' }
      const {
        status,
        headers,
        body: answer,
      } = await sendRequest(target, 'POST', '/api/account/session', { body })
      return [status, headers['x-cell'], answer.error]
    }),
  )
  const [first, ...rest] = answers
  expect(first?.slice(0, 2)).toEqual([401, undefined])
  expect(rest.slice(0, 2)).toEqual([first, first])
  expect(rest[2]?.slice(0, 2)).toEqual([400, undefined])
})

test('what belongs to nobody is answered by any cell', async () => {
  for (const path of ['/health', '/docs', '/openapi.json', '/llms.txt'])
    expect((await get(path)).status).toBe(200)
  expect((await get('/api/gen/credits')).status).toBe(401)
  expect((await get('/api/gen/credits', { 'x-api-key': `hsk_${'0'.repeat(49)}` })).status).toBe(401)
  expect((await get('/api/photos/serve/generated/med_zz12345678901234567890.png')).status).toBe(404)
  expect((await get('/api/photos/serve/generated/')).status).toBe(404)
  expect((await get('/api/account/session', { cookie: '__Host-sid=zz' })).status).toBe(401)
})

test('an erased user leaves the maps when they are written again, and the others stay', async () => {
  const { a1, mapsDir } = cells
  const made = JSON.parse(await a1.system.admin('create-user', 'leaves@example.com'))
  const ask = () => get('/api/gen/credits', { 'x-api-key': made.apiKey })
  const isKnown = async () => (await ask()).headers['x-cell'] === 'a1'
  await waitUntil('the key is known', isKnown, { withinMs: LEARNED_MS })
  const readMaps = async () =>
    Promise.all(['keys.map', 'users.map'].map((name) => readFile(join(mapsDir, 'a1', name), 'utf8')))
  const digests = [made.apiKey, made.email].map((text) => createHash('sha256').update(text).digest('hex'))
  expect(await readMaps()).toEqual(digests.map((digest) => expect.stringContaining(`${digest} a1\n`)))

  await a1.system.admin('erase', made.id)
  const told = await a1.system.admin('publish-cell', join(mapsDir, 'a1'), '--socket', cells.socketFile)
  expect(told).toMatch(/^\d+ keys, \d+ users\n$/)
  for (const text of await readMaps()) for (const digest of digests) expect(text).not.toContain(digest)
  const askOften = () => Promise.all(Array.from({ length: 10 }, ask))
  expect(new Set((await askOften()).map(({ headers }) => headers['x-cell']))).toEqual(new Set([undefined]))
  // Any cell answers now. That of the user has forgotten the key within 5 s.
  const isUnknown = async () => (await askOften()).every(({ status }) => status === 401)
  await waitUntil('the key is unknown', isUnknown, { withinMs: FORGOTTEN_MS })
  expect(summary(await get('/api/gen/credits', keyOf(a1)))).toEqual([200, 'a1'])
})

test('the router may restart, and a cell may be down without the other', async () => {
  await cells.router.kill9()
  await cells.router.start()
  const isServed = async (cell: Cell) => (await get('/api/gen/credits', keyOf(cell))).status
  for (const cell of both())
    await waitUntil(`${cell.name} is served`, async () => (await isServed(cell)) === 200, { withinMs: 5_000 })
  await cells.a1.system.postgres.kill9()
  await waitUntil('the router has noticed', async () => (await isServed(cells.a1)) === 503, {
    withinMs: 10_000,
  })
  const refused = await get('/api/gen/credits', keyOf(cells.a1))
  expect(refused.body).toMatchObject({ code: 'service_unavailable' })
  for (let i = 0; i < 20; i++) {
    expect(await isServed(cells.b1)).toBe(200)
    expect((await get('/api/gen/credits', { 'x-api-key': `hsk_${'0'.repeat(49)}` })).status).toBe(401)
  }
  await cells.a1.system.postgres.start()
  await waitUntil('a1 is back', async () => (await isServed(cells.a1)) === 200, { withinMs: 15_000 })
}, 60_000)
