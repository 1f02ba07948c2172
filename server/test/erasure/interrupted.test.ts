import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { tickErasures } from '../../src/privacy/erasures/index.ts'
import { runSteps } from '../../src/production/jobs/index.ts'
import { makeAsset, makePhoto, makeProduct, referencePath } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'
import { erase, listKeys, makeOwner } from './make-owner.ts'

/** How many more writes to the storage succeed before it is cut off. */
let writesLeft = Number.POSITIVE_INFINITY
/** Called before an object is stored. */
let beforePut: (key: string) => Promise<void> = async () => undefined

/** The keys of all objects, in the order in which they were stored. */
const stored: string[] = []

/** Cuts a process off from the storage after some writes, as a kill would between two lines. */
function interrupt(app: App): void {
  const { put, putIfAbsent, remove } = app.storage
  const count = () => {
    if (--writesLeft < 0) throw new Error('cut off')
  }
  app.storage.put = async (key, ...rest) => {
    await beforePut(key)
    await put(key, ...rest)
    stored.push(key)
  }
  app.storage.putIfAbsent = async (...all) => {
    count()
    return putIfAbsent(...all)
  }
  app.storage.remove = async (key) => {
    count()
    return remove(key)
  }
}

// The tick does not come by itself here: each test decides when.
const system = useSystem({ TICK_SECONDS: '3600' }, interrupt)

const rowOf = (subjectId: string) =>
  system().app.db.row<{ done: boolean; swept: boolean; objects: number }>(
    `select done_at is not null as done, swept_at is not null as swept,
       (select count(*)::int from erasure_objects where erasure_id = erasures.id) as objects
     from erasures where subject_id = $1`,
    [subjectId],
  )

const storeAgain = (key: string) => {
  const bytes = Buffer.from('the bytes of a slow step')
  const sha256 = createHash('sha256').update(bytes).digest()
  return system().app.storage.put(key, { bytes }, { contentType: 'image/png', sha256 })
}

test('interrupted before any of its writes, an erasure is completed by the tick', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  // One write for the log, and one for each of two objects: cut off before each of them.
  for (let allowed = 0; allowed < 3; allowed++) {
    const media = await makeMedia(system(), owner)
    writesLeft = allowed
    const answer = await erase(system(), owner, media.id)
    expect([answer.status, answer.body.erasure.doneAt]).toEqual([201, null])
    expect((await call('GET', media.videoUrl ?? '')).status).toBe(410)
    expect(await rowOf(media.id)).toMatchObject({ done: false })
    await tickErasures(app)
    expect(await rowOf(media.id)).toMatchObject({ done: false })
    writesLeft = Number.POSITIVE_INFINITY
    await tickErasures(app)
    expect(await rowOf(media.id)).toMatchObject({ done: true })
    for (const folder of ['generated', 'thumbnails'])
      expect(await listKeys(app, `${folder}/${media.id}/`)).toEqual([])
  }
})

test('what a slow step stores after the erasure is swept when no such step can still run', async () => {
  const { app } = system()
  const owner = await makeOwner(app.db)
  const media = await makeMedia(system(), owner)
  const asset = await makeAsset(system(), owner)
  for (const { id } of [media, asset]) await erase(system(), owner, id)
  const late = [
    `generated/${media.id}/0-aa.png`,
    `thumbnails/${media.id}/0-bb.jpg`,
    `renditions/${media.id}/0-bb-vertical-crop-1.jpg`,
    `uploads/${asset.id}-cc.png`,
  ]
  for (const key of late) await storeAgain(key)
  await tickErasures(app)
  expect(await rowOf(media.id)).toMatchObject({ done: true, swept: false, objects: 3 })
  await app.db.row(`update erasures set done_at = done_at - interval '16 minutes' where user_id = $1`, [
    owner.id,
  ])
  await tickErasures(app)
  expect(await rowOf(media.id)).toEqual({ done: true, swept: true, objects: 0 })
  for (const key of late) expect(await listKeys(app, key)).toEqual([])
})

test('the slower of two runs removes what it stored after its media was erased', async () => {
  const { app, finished, submit } = system()
  const owner = await makeOwner(app.db)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let held = 0
  beforePut = async (key) => {
    // The two objects of the first run wait here.
    if (!key.startsWith('generated/') && !key.startsWith('thumbnails/')) return
    if (++held > 2) return
    if (held === 2) reach()
    await released
  }
  const { id } = (await submit(owner)).body
  await reached
  await runSteps(app).advance(id, 'no token', false)
  expect((await finished(owner, id)).status).toBe('completed')
  expect((await erase(system(), owner, id)).body.erasure.doneAt).not.toBeNull()
  release()
  await expect.poll(() => stored.filter((key) => key.includes(id)).length, { timeout: 10_000 }).toBe(4)
  await expect.poll(() => listKeys(app, `generated/${id}/`), { timeout: 10_000 }).toEqual([])
  await expect.poll(() => listKeys(app, `thumbnails/${id}/`), { timeout: 10_000 }).toEqual([])
  beforePut = async () => undefined
})

test('a job whose reference is erased before it is sent fails and is refunded', async () => {
  const { app, call, entries, finished, submit } = system()
  const owner = await makeOwner(app.db)
  const { id: productId } = await makeProduct(system(), owner)
  const photo = await makePhoto(system(), owner, productId)
  // Without the engine the job stays queued until a step is executed by hand.
  await system().engine.kill9()
  const { start } = app.engine
  app.engine.start = async () => 'pending'
  const { id } = (await submit(owner, { productId })).body
  app.engine.start = start
  await call('DELETE', `${referencePath(productId)}/${photo.id}`, { key: owner.apiKey })
  await runSteps(app).submit(id, 'no token', false)
  const media = await finished(owner, id)
  expect([media.status, media.errorCode]).toEqual(['failed', 'reference_unusable'])
  expect((await entries(owner, id)).map(({ amount }) => amount)).toEqual([-400, 400])
  await tickErasures(app)
  expect((await system().poll(owner, id)).inputs[0]?.label).toBe('erased')
})
