import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { applyErasures } from '../../src/privacy/erasures/index.ts'
import { createBucket } from '../create-bucket.ts'
import { makeAsset, makePhoto, makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'
import { erase, listKeys, makeOwner } from './make-owner.ts'

// Its own bucket: the log of erasures is read as a whole.
const system = useSystem({ S3_BUCKET: await createBucket(), TICK_SECONDS: '3600' })

/** Runs statements as the superuser, without triggers and foreign keys. */
async function asSuperuser(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const name = new URL(system().app.config.databaseUrl).pathname
  const client = new pg.Client({ connectionString: inject('postgresUrl').replace(/\/[^/]*$/, name) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await work(client)
  } finally {
    await client.end()
  }
}

const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not in ('migrations', 'partition_ranges')`,
  )
  return rows.map(({ name }) => name)
}

const backUp = () =>
  asSuperuser(async (client) => {
    await client.query('create schema backup')
    for (const name of await listTables(client))
      await client.query(`create table backup.${name} as table public.${name}`)
  })

const restore = () =>
  asSuperuser(async (client) => {
    for (const name of await listTables(client)) {
      await client.query(`delete from public.${name}`)
      await client.query(`insert into public.${name} overriding system value table backup.${name}`)
    }
  })

test('after an older copy of the database is restored, every logged erasure is applied again', async () => {
  const { app, call } = system()
  const [owner, leaving] = [await makeOwner(app.db), await makeOwner(app.db)]
  const media = await makeMedia(system(), owner, { prompt: 'a secret prompt' })
  const kept = await makeMedia(system(), owner)
  const asset = await makeAsset(system(), owner)
  const product = await makeProduct(system(), owner, 'A secret product')
  const photo = await makePhoto(system(), owner, product.id)
  const theirs = await makeMedia(system(), leaving)
  await backUp()
  // Newer than the copy: after the restore nothing in the database knows it.
  const newer = await makeMedia(system(), owner)
  for (const { id } of [media, asset, product, newer])
    expect((await erase(system(), owner, id)).status).toBe(201)
  expect((await erase(system(), leaving, leaving.id)).status).toBe(201)
  expect(await listKeys(app, 'erasures/')).toHaveLength(5)
  const log = await fetchLog()
  for (const secret of ['secret', owner.email, leaving.email]) expect(log).not.toContain(secret)

  await restore()
  const urls = [media.videoUrl, media.thumbnailUrl, asset.url, photo.url, theirs.videoUrl]
  const prompt = () => app.db.row(`select prompt from media where id = $1`, [media.id])
  expect(await prompt()).toEqual({ prompt: 'a secret prompt' })
  expect(await applyErasures(app)).toEqual({ logged: 5, applied: 5, waiting: 0 })
  for (const url of urls) expect((await call('GET', url ?? '')).status).toBe(410)
  expect(await prompt()).toEqual({ prompt: '' })
  expect((await call('GET', kept.videoUrl ?? '')).status).toBe(200)
  expect((await call('GET', `/api/gen/products/${product.id}`, { key: owner.apiKey })).status).toBe(410)
  expect((await call('GET', '/api/account/session', { headers: leaving.headers })).status).toBe(401)
  expect(await app.db.row(`select from users where email = $1`, [leaving.email])).toBeUndefined()
  expect(await applyErasures(app)).toEqual({ logged: 5, applied: 0, waiting: 0 })
})

async function fetchLog(): Promise<string> {
  const { app } = system()
  let log = ''
  for (const key of await listKeys(app, 'erasures/'))
    for await (const chunk of await app.storage.open(key, 0, 100_000)) log += chunk
  return log
}
