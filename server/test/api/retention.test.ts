import type { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { LIST_OLD_MEDIA, removeOldFiles } from '../../src/production/media/remove-old-files.ts'
import { makeProduct, referencePath } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem({ RETENTION_DAYS: '30' })

/** A trigger makes final rows immutable; only the database owner can bypass it. */
const backdate = (days: number, ...media: Media[]) =>
  system().app.db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(
      `update media set finished_at = clock_timestamp() - $2 * interval '1 day' where id = any($1::text[])`,
      [media.map(({ id }) => id), days],
    )
  })

const statusOf = async (url: string | null) => (await system().call('GET', url ?? '')).status

/** Waits for the tick, which removes old files every second here. */
const expectRemoved = (media: Media) =>
  expect.poll(() => statusOf(media.videoUrl), { timeout: 8_000, interval: 100 }).toBe(410)

test('the file and thumbnail of an old media are removed, and every answer says why', async () => {
  const { app, call, createUser, poll } = system()
  const user = await createUser()
  const [old, young] = [await makeMedia(system(), user), await makeMedia(system(), user)]
  const keys = await app.db.row<{ object_key: string; thumbnail_key: string }>(
    `select object_key, thumbnail_key from media where id = $1`,
    [old.id],
  )
  await backdate(31, old)
  await backdate(29, young)
  await expectRemoved(old)
  const { body } = await call('GET', old.videoUrl ?? '')
  expect(body.code).toBe('file_removed')
  expect(body.error).toMatch(/removed on \d{4}-\d\d-\d\d by the retention/)
  expect(await statusOf(old.thumbnailUrl)).toBe(410)
  const download = await call('GET', `/api/gen/media/${old.id}/download`, { key: user.apiKey })
  expect([download.status, download.body.code]).toEqual([410, 'file_removed'])
  expect(await poll(user, old.id)).toMatchObject({
    status: 'completed',
    charged: 'charged',
    message: expect.stringContaining('removed'),
  })
  for (const key of [keys?.object_key, keys?.thumbnail_key])
    await expect.poll(() => isStored(key ?? '')).toBe(false)
  expect([await statusOf(young.videoUrl), await statusOf(young.thumbnailUrl)]).toEqual([200, 200])
})

const isStored = (key: string): Promise<boolean> =>
  system()
    .app.storage.open(key, 0, 0)
    .then(
      (stream) => {
        stream.destroy()
        return true
      },
      () => false,
    )

const attach = (user: TestUser, productId: string, { id }: Media) =>
  system().call('POST', `/api/gen/products/${productId}/attach`, {
    key: user.apiKey,
    body: { generatedMediaId: id },
  })

test('media made for a product or attached to it later is never removed', async () => {
  const { createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const made = await makeMedia(system(), user, { productId: id })
  const [attached, loose] = [await makeMedia(system(), user), await makeMedia(system(), user)]
  await attach(user, id, attached)
  await backdate(400, made, attached, loose)
  await expectRemoved(loose)
  expect([await statusOf(made.videoUrl), await statusOf(attached.videoUrl)]).toEqual([200, 200])
})

test('while storage fails nothing is marked as removed, the file is 410, and it is tried again', async () => {
  const { app, createUser, poll } = system()
  const user = await createUser()
  const { id: productId } = await makeProduct(system(), user)
  const media = await makeMedia(system(), user)
  const { remove } = app.storage
  let tries = 0
  app.storage.remove = async () => {
    tries++
    throw new Error('storage fails')
  }
  await backdate(31, media)
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(2)
  const marked = () => app.db.row(`select removed_at from media where id = $1`, [media.id])
  expect(await marked()).toEqual({ removed_at: null })
  expect([await statusOf(media.videoUrl), await statusOf(media.thumbnailUrl)]).toEqual([410, 410])
  const answer = await attach(user, productId, media)
  expect([answer.status, answer.body.message]).toEqual([200, expect.not.stringMatching(/does not remove/)])
  app.storage.remove = remove
  await expect.poll(marked, { timeout: 20_000 }).toEqual({ removed_at: expect.any(Date) })
  expect((await poll(user, media.id)).message).toContain('removed')
  expect(await app.db.rows(`select from file_removals`)).toEqual([])
})

test('a run removes a backlog of more than 100 files', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const media = await makeMedia(system(), user)
  await app.db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(
      `insert into media select copy.* from media m, generate_series(1, 600) i,
         lateral jsonb_populate_record(m, jsonb_build_object(
           'id', 'med_' || lpad(i::text, 22, '0'), 'parent_id', m.id, 'position', i, 'cost_credits', 0,
           'client_ref', null, 'client_ref_bound', false,
           'finished_at', clock_timestamp() - interval '20 days')) copy
       where m.id = $1`,
      [media.id],
    )
  })
  // Old for this run, and not for the worker of this file.
  const app10 = { ...app, config: { ...app.config, retentionDays: 10 } }
  const first = await removeOldFiles(app10, undefined, 60_000)
  expect(first.removed).toBeGreaterThan(100)
  // The worker of this file also removes what this run decided. Of two deletions of one object at the same
  // time, the storage may refuse one, and a run ends there.
  const removeRest = async () => {
    await removeOldFiles(app10, undefined, 60_000)
    return app.db.row(
      `select count(*)::int as count from media where removed_at is null and id like 'med_000%'`,
    )
  }
  await expect.poll(removeRest, { timeout: 20_000 }).toEqual({ count: 0 })
  expect((await removeOldFiles(app10, undefined, 60_000)).progress).toBeUndefined()
})

test('the scan reads an index of the media that have a file, in its order', async () => {
  const { app } = system()
  const plan = await app.db.transaction(async (tx) => {
    // For a partition with a few rows, another plan may look as cheap.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.row(`set local enable_${way} = off`)
    return tx.rows<{ 'QUERY PLAN': string }>(`explain ${LIST_OLD_MEDIA}`, [2_592_000, new Date(0), ''])
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index (Only )?Scan using media_\w+_finished_at_id_idx/)
  expect(text).toMatch(/Index Cond:.*ROW\(finished_at, \(?id\)?/)
  expect(text).not.toMatch(/-> +Sort|Seq Scan/)
})

test('a removed file cannot become a photo, and attaching it does not promise retention', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const media = await makeMedia(system(), user)
  await backdate(31, media)
  await expectRemoved(media)
  const body = { mediaAssetId: media.id, label: 'front' }
  expect((await call('POST', referencePath(id), { key: user.apiKey, body })).status).toBe(404)
  const answer = await attach(user, id, media)
  expect([answer.status, answer.body.product.mediaCount]).toEqual([200, 1])
  expect(answer.body.message).not.toMatch(/Retention does not remove/)
})
