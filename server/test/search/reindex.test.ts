import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { createCep, createTopic } from '../../src/catalog/ceps/index.ts'
import { findCandidates } from '../../src/catalog/search/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { cloneDatabase } from '../use-system.ts'

/** Its own database, because a reindex goes through the records of all owners. */
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let owner: Owner
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb({ url: database.url, poolSize: 4, onIdleError: () => undefined })
  owner = ownerOf((await createUser(db, { email: 'a@atelier.test', passwordHash: 'none' })) as string, 'live')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const admin = new URL('../../src/entry/admin.ts', import.meta.url).pathname
const reindex = async () => {
  const env = { ...process.env, DATABASE_URL: database.url }
  return (await promisify(execFile)(process.execPath, [admin, 'reindex'], { env })).stdout
}
const refs = async (query: string) => (await findCandidates(db, owner, { query })).map(({ ref }) => ref)

test('a reindex tokenizes all texts again and adds CEPs that have no record', async () => {
  const { topic } = await createTopic(db, owner, { name: 'Flights' })
  const { cep } = await createCep(db, owner, { cepText: 'dry skin after flights', topicId: topic.id })
  const { cep: old } = await createCep(db, owner, { cepText: 'cold feet on board', topicId: topic.id })
  await db.rows(`delete from search_records where ref = $1`, [old.id])
  await db.rows(`update search_records set words = '', grams = ''`)
  expect(await refs('dry skin')).toEqual([])
  expect(await reindex()).toMatch(
    /^Re-tokenized 2 records in .* including 1 CEPs that had not been indexed\.$/m,
  )
  expect(await refs('dry skin')).toEqual([cep.id])
  expect(await refs('cold feet')).toEqual([old.id])
  expect(await reindex()).toContain('including 0 CEPs')
})

test('among thousands of records, common and rare words find theirs, and the count is near', async () => {
  const texts = Array.from(
    { length: 4_000 },
    (_, i) => `campaign number${i} ${i % 2 ? 'steel' : 'glass'} mug`,
  )
  texts[1_234] = 'campaign with a hummingbird on a steel mug'
  await db.rows(
    `insert into search_records (user_id, mode, kind, ref, body, words, grams)
     select $1, 'live', 'note', 'r' || at, body, '', ''
     from unnest($2::text[]) with ordinality as given (body, at)`,
    [owner.userId, texts],
  )
  await reindex()
  const counted = await db.row<{ records: number }>(`select records from search_owners`)
  expect(counted?.records).toBeGreaterThan(3_000)
  expect(counted?.records).toBeLessThan(5_000)
  expect((await refs('hummingbird mug'))[0]).toBe('r1235')
  expect((await refs('humingbird mug'))[0]).toBe('r1235')
  expect((await refs('number777 campaign'))[0]).toBe('r778')
  const common = await findCandidates(db, owner, { query: 'steel campaign mugs' })
  expect(common).toHaveLength(60)
  expect(common[0]?.matchedTerms).toBe(3)
})
