import { expect, test } from 'vitest'
import { readCredits } from '../../src/access/credits/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { inviteUser } from '../../src/access/members/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { switchOn } from '../authenticator.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { PASSWORD } from '../open-session.ts'
import { makeAsset, makeCharacter, makePhoto, makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { claim, observation, row, send } from '../routes/make-report.ts'
import { FACTOR_KEYS } from '../routes/test-entry-security.ts'
import { useSystem } from '../use-system.ts'
import { erase, listKeys, makeOwner, type TestOwner } from './make-owner.ts'

const system = useSystem({ FACTOR_KEYS })

/** Every table and row that contains the text. */
async function findText(db: Db, text: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.rows<{ text: string }>(
      `select t::text as text from "${name}" t where t::text ilike '%' || $1 || '%'`,
      [text],
    )
    found.push(...rows.map((one) => `${name}: ${one.text}`))
  }
  return found
}

/** Fills every text of an account with a word that is nowhere else. */
async function fillAccount(owner: TestOwner, word: string) {
  const { call } = system()
  const product = await makeProduct(system(), owner, `${word} mug`)
  const character = await makeCharacter(system(), owner)
  const photo = await makePhoto(system(), owner, product.id)
  const asset = await makeAsset(system(), owner)
  const key = owner.apiKey
  const topic = await call('POST', '/api/agent/topics', { key, body: { name: `${word} topic` } })
  const cep = { cepText: `${word} in winter`, painPoint: word, angle: word, notes: word }
  for (const target of [{ productId: product.id }, { topicId: topic.body.topic.id }])
    expect((await call('POST', '/api/agent/ceps', { key, body: { ...cep, ...target } })).status).toBe(201)
  const order = { prompt: `a ${word} on a table`, hook: word, clientRef: word, productId: product.id }
  const media = await makeMedia(system(), owner, order)
  const note = { text: `remember the ${word}` }
  await call('POST', '/api/agent/knowledge/notes', { headers: owner.headers, body: note })
  const subject = { generatedMediaId: media.id, campaignName: `${word} campaign` }
  const reported = [
    observation([row('2026-11-01', { campaignName: word })], subject),
    claim({ ...subject, note: `${word} did well` }),
  ]
  for (const report of reported) {
    const body = { ...report, idempotencyKey: `${word} ${report.kind}` }
    expect((await send(system(), owner, body)).status).toBe(201)
  }
  await call('GET', '/api/agent/knowledge/patterns', { key })
  return { product, character, photo, asset, media }
}

test('an erased account leaves no text and no byte, and its ledger stays whole', async () => {
  const { app, call } = system()
  const { db } = app
  const owner = await makeOwner(db)
  const word = `canary${owner.id.slice(4, 12).toLowerCase()}`
  const { photo, asset, media } = await fillAccount(owner, word)
  const before = await readCredits(db, ownerOf(owner.id, 'live'), { limit: 100 })
  await inviteUser(db, LINK_SETTINGS, { email: owner.email, invitedBy: null })
  await switchOn(system(), owner)
  expect((await findText(db, word)).length).toBeGreaterThan(10)
  const answer = await erase(system(), owner, owner.id)
  expect([answer.status, answer.body.erasure.kind, answer.body.erasure.doneAt]).toEqual([
    201,
    'account',
    expect.any(String),
  ])
  expect(await findText(db, word)).toEqual([])
  expect(await findText(db, owner.email)).toEqual([])
  for (const table of ['second_factors', 'recovery_codes', 'sessions'])
    expect(await db.rows(`select from ${table} where user_id = $1`, [owner.id])).toEqual([])
  expect(await findText(db, 'a note about the owner')).toEqual([])
  for (const url of [photo.url, asset.url, media.videoUrl, media.thumbnailUrl])
    expect((await call('GET', url ?? '')).status).toBe(410)
  for (const id of [photo.id, asset.id, media.id])
    for (const folder of ['uploads', 'generated', 'thumbnails'])
      expect(await listKeys(app, `${folder}/${id}`)).toEqual([])
  expect((await call('GET', '/api/account/session', { headers: owner.headers })).status).toBe(401)
  const keyStatus = async () => (await call('GET', '/api/gen/credits', { key: owner.apiKey })).status
  await expect.poll(keyStatus, { timeout: 5_000 }).toBe(401)
  const logIn = { email: owner.email, password: PASSWORD }
  expect((await call('POST', '/api/account/session', { headers: owner.headers, body: logIn })).status).toBe(
    401,
  )
  expect(await readCredits(db, ownerOf(owner.id, 'live'), { limit: 100 })).toEqual(before)
})

test('of an erased account, jobs not sent are cancelled and the others end first', async () => {
  const { app, engine, submit } = system()
  const { db } = app
  const owner = await makeOwner(db)
  const running = (await submit(owner, { model: 'simulator/hang', prompt: 'still with the provider' })).body
    .id
  await db.row(
    `insert into media (id, user_id, mode, key_id, kind, status, prompt, provider, model, size, n,
       client_ref_bound, cost_credits, created_at, deadline_at)
     select 'med_' || reverse(substr(id, 5)), user_id, mode, key_id, kind, 'queued', 'never sent', provider,
       model, size, n, false, cost_credits, created_at, clock_timestamp() + interval '1 hour'
     from media where id = $1`,
    [running],
  )
  const unsent = `med_${[...running.slice(4)].reverse().join('')}`
  // The charge of the job that was inserted by hand.
  await db.row(
    `select post_entry($1, $2, 'live', 'charge', -400, 'image_generation', 'generated_media', $3, null)`,
    [`txn_${unsent.slice(4)}`, owner.id, unsent],
  )
  const answer = await erase(system(), owner, owner.id)
  expect([answer.status, answer.body.erasure.doneAt]).toEqual([201, null])
  const read = () =>
    db.row<{ statuses: string[]; done: boolean }>(
      `select array(select status from media where user_id = $1 order by id = $2) as statuses,
         (select done_at is not null from erasures where subject_id = $1) as done`,
      [owner.id, running],
    )
  expect(await read()).toEqual({ statuses: ['failed', 'processing'], done: false })
  await expect.poll(read, { timeout: 20_000 }).toEqual({ statuses: ['failed', 'stalled'], done: true })
  expect(await findText(db, 'still with the provider')).toEqual([])
  expect(await findText(db, 'never sent')).toEqual([])
  const { balance } = await readCredits(db, ownerOf(owner.id, 'live'), { limit: 100 })
  expect(balance).toBe(1_000_000)
  expect(engine).toBeDefined()
})

test('results of an erased media keep their numbers and lose the texts of the creative', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const word = `canary${owner.id.slice(4, 12).toLowerCase()}`
  const media = await makeMedia(system(), owner, { prompt: `a ${word} on a table`, hook: word })
  const subject = { generatedMediaId: media.id, platformAdId: owner.id }
  const rows = ['2026-11-01', '2026-11-02'].map((day) => row(day))
  await send(system(), owner, observation(rows, subject))
  await send(system(), owner, claim({ ...subject, note: `the ${word} won` }))
  const history = async () =>
    (await call('GET', '/api/agent/knowledge/history', { key: owner.apiKey })).body.history
  const before = await history()
  expect(JSON.stringify(before)).toContain(word)
  await erase(system(), owner, media.id)
  const after = await history()
  expect(JSON.stringify(after)).not.toContain(word)
  expect(after.map((one: { observed: unknown }) => one.observed)).toEqual(
    before.map((one: { observed: unknown }) => one.observed),
  )
  expect(await findText(app.db, word)).toEqual([])
  // A later report about the same ad does not bring them back.
  await send(system(), owner, observation([row('2026-11-03')], subject))
  expect(await findText(app.db, word)).toEqual([])
})
