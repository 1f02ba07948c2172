import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { insertHiddenPhoto } from '../../src/catalog/photos/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { sweepStorage } from '../../src/production/cleanup/sweep-storage.ts'
import { formOf, makeAsset, makePhoto, makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { listKeys, useSystemWithBucket } from '../use-system-with-bucket.ts'

// The worker of this file does not sweep: each test calls it, with a grace that it chooses.
const system = useSystemWithBucket({ SWEEP_HOURS: '0', RATE_LIMIT_FACTOR: '1000' })

/** The time of the storage has a resolution of a second or two. */
const NO_GRACE_MS = -5_000

/** A whole pass, as if the last one were long ago. Objects count as old after `graceMs`. */
async function sweep(graceMs = NO_GRACE_MS, runMs = 60_000): Promise<number> {
  const { app } = system()
  await app.db.row(`update sweep_progress set began_at = null where after_key is null`)
  const config = { ...app.config, sweep: { everyMs: 1, graceMs } }
  return sweepStorage({ ...app, config }, runMs)
}

async function put(key: string): Promise<string> {
  const bytes = randomBytes(20)
  const file = { contentType: 'image/png', sha256: createHash('sha256').update(bytes).digest() }
  await system().app.storage.put(key, { bytes }, file)
  return key
}

const hash = () => randomBytes(32).toString('hex')
const isStored = async (key: string) => (await listKeys(system(), key)).includes(key)

test('everything that a row names stays, and every object without a row goes', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id: productId } = await makeProduct(system(), user)
  await makeAsset(system(), user)
  await makePhoto(system(), user, productId)
  await makeMedia(system(), user, { n: 4 })
  const form = formOf({ prompt: 'it turns' })
  expect((await call('POST', '/api/gen/video', { key: user.apiKey, form })).status).toBe(201)
  const named = (await listKeys(system())).filter((key) => !key.startsWith('databases/'))
  expect(named.length).toBeGreaterThanOrEqual(2 + 8 + 1)
  const media = newId('media')
  const orphans = [
    await put(`uploads/${newId('asset')}-${hash()}.png`),
    await put(`uploads/${newId('photo')}-${hash()}.png`),
    await put(`generated/${media}/0-${hash()}.png`),
    await put(`thumbnails/${media}/0-${hash()}.jpg`),
    await put(`renditions/${media}/0-${hash()}-vertical-crop-1.jpg`),
  ]
  const odd = [await put('uploads/readme.txt'), await put('heads/1'), await put('generated/x/y')]
  expect(await sweep(3_600_000)).toBe(0)
  for (const key of orphans) expect(await isStored(key)).toBe(true)
  expect(await sweep()).toBeGreaterThanOrEqual(orphans.length)
  for (const key of orphans) expect([key, await isStored(key)]).toEqual([key, false])
  for (const key of [...named, ...odd]) expect([key, await isStored(key)]).toEqual([key, true])
})

test('a rendition stays as long as its file, unless its recipe is an old one', async () => {
  const { app, createUser } = system()
  const { outputs } = await makeMedia(system(), await createUser(), { n: 2 })
  for (const { id, videoUrl } of outputs) {
    const url = videoUrl.replace('/generated/', '/renditions/').replace(`${id}.png`, `${id}-vertical-pad.jpg`)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  }
  const [first = '', second = ''] = await listKeys(system(), `renditions/${outputs[0]?.id}/`)
  const old = await put(first.replace('-1.jpg', '-0.jpg'))
  const odd = await put('renditions/readme.txt')
  const others = await put(first.replace(/[0-9a-f]{64}/, hash()))
  await sweep()
  const left = async () => Promise.all([first, second, old, odd, others].map(isStored))
  expect(await left()).toEqual([true, true, false, true, false])
  await app.db.row(`update media set removed_at = now() where id = $1`, [outputs[1]?.id])
  await sweep()
  expect(await left()).toEqual([true, false, false, true, false])
})

test('an object of a job that is not final stays; when it is final without it, it goes', async () => {
  const { createUser, finished, submit } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/hang' })).body
  const keys = [
    await put(`generated/${id}/0-${hash()}.png`),
    await put(`generated/${id}/1-${hash()}.png`),
    await put(`thumbnails/${id}/0-${hash()}.jpg`),
  ]
  await sweep()
  for (const key of keys) expect(await isStored(key)).toBe(true)
  await finished(user, id, 60_000)
  await sweep()
  for (const key of keys) expect(await isStored(key)).toBe(false)
})

test('an object of a photo that a run is about to fetch stays until its row is old, too', async () => {
  const { app, createUser } = system()
  const owner = ownerOf((await createUser()).id, 'live')
  const [fresh, old] = [newId('photo'), newId('photo')]
  await app.db.transaction(async (tx) => {
    for (const id of [fresh, old])
      await insertHiddenPhoto(tx, owner, {
        kind: 'external_url',
        id,
        label: 'a',
        sourceUrl: 'https://a.test/',
      })
    await tx.row(`update photos set created_at = now() - interval '3 days' where id = $1`, [old])
    await tx.row(`update photos set created_at = now() + interval '1 h' where id = $1`, [fresh])
  })
  const [kept, gone] = [
    await put(`uploads/${fresh}-${hash()}.png`),
    await put(`uploads/${old}-${hash()}.png`),
  ]
  // Both objects are older than two seconds soon; only one of the rows is.
  await expect
    .poll(async () => (await sweep(2_000)) >= 0 && (await isStored(gone)), { timeout: 20_000 })
    .toBe(false)
  await sweep(2_000)
  expect(await isStored(kept)).toBe(true)
})

test('a file that is written again counts as new', async () => {
  const key = await put(`uploads/${newId('asset')}-${hash()}.png`)
  for (const until = Date.now() + 4_000; Date.now() < until; await put(key)) await sweep(3_600_000)
  expect(await isStored(key)).toBe(true)
  await expect
    .poll(async () => (await sweep(2_000)) >= 0 && (await isStored(key)), { timeout: 20_000 })
    .toBe(false)
})

test('the object of a deleted upload or of a removed file is not named any more', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const asset = await makeAsset(system(), user)
  const [key = ''] = await listKeys(system(), `uploads/${asset.id}`)
  await app.db.row(`update assets set removed_at = now(), bytes_removed_at = now() where id = $1`, [asset.id])
  await sweep()
  expect(await isStored(key)).toBe(false)
})

test('a pass that runs out of time continues where it stopped', async () => {
  const { app } = system()
  const keys = [
    await put(`generated/${newId('media')}/0-${hash()}.png`),
    await put(`uploads/${newId('asset')}-${hash()}.png`),
  ]
  const progress = () => app.db.row<{ after_key: string | null }>(`select after_key from sweep_progress`)
  await sweep(NO_GRACE_MS, -1)
  expect(await progress()).toEqual({ after_key: null })
  await app.db.row(`update sweep_progress set after_key = 'thumbnails/~', began_at = now()`)
  await sweep()
  expect(await Promise.all(keys.map(isStored))).toEqual([true, false])
  expect(await progress()).toEqual({ after_key: null })
  await sweep()
  expect(await isStored(keys[0] ?? '')).toBe(false)
})

test('in a bucket that another database uses, nothing is removed', async () => {
  const key = await put(`uploads/${newId('asset')}-${hash()}.png`)
  const mark = await put('databases/11111111-1111-4111-8111-111111111111')
  expect(await sweep()).toBe(0)
  expect(await isStored(key)).toBe(true)
  await system().app.storage.remove(mark)
  expect(await sweep()).toBeGreaterThan(0)
  expect(await isStored(key)).toBe(false)
})

test('sweeps that race with settling jobs take nothing that is named', async () => {
  const { app, createUser, finished, submit } = system()
  const user = await createUser()
  let isDone = false
  const sweeping = (async () => {
    while (!isDone) await sweep()
  })()
  const jobs = await Promise.all([1, 2, 4, 1, 2, 4, 1, 1].map((n) => submit(user, { n })))
  for (const { body } of jobs) await finished(user, body.id, 60_000)
  isDone = true
  await sweeping
  const rows = await app.db.rows<{ object_key: string; thumbnail_key: string }>(
    `select object_key, thumbnail_key from media where user_id = $1 and status = 'completed'`,
    [user.id],
  )
  expect(rows).toHaveLength(16)
  const stored = new Set(await listKeys(system()))
  const lost = rows.flatMap(({ object_key, thumbnail_key }) => [object_key, thumbnail_key])
  expect(lost.filter((key) => !stored.has(key))).toEqual([])
})
