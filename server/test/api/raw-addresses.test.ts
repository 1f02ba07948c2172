import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { at, HOST, type Site, serveBytes } from '../../checks/addresses/address-case.ts'
import { openEnvironment } from '../../checks/addresses/open-environment.ts'
import { drawPng } from '../routes/make-album.ts'
import { type TestUser, useSystem } from '../use-system.ts'

/** A simulated internet on loopback: the real fetcher, with simulated DNS and connections. */
const environment = await openEnvironment()
afterAll(() => environment.close())

const SLOW_MS = 2_000
const requestedPaths: string[] = []
const addSite = (host: string, site: Site) =>
  environment.add([{ name: '', url: '', ends: 'picture', sites: { [host]: site } }])
addSite(HOST, {
  serve: (request, response) => {
    requestedPaths.push(request.url ?? '')
    serveBytes(drawPng(48, 32))(request, response)
  },
})
type MaskShape = { width?: number; channels?: 3 | 4; alpha?: number }

/** A mask of one colour, by default one that edits the whole picture of the other site. */
const drawMask = ({ width = 48, channels = 4, alpha = 0 }: MaskShape = {}) =>
  sharp({ create: { width, height: 32, channels, background: { r: 0, g: 0, b: 0, alpha } } })
    .png()
    .toBuffer()

let mask = await drawMask()
addSite('masks.public.example', {
  serve: (request, response) => {
    requestedPaths.push(request.url ?? '')
    serveBytes(mask)(request, response)
  },
})
addSite('pages.public.example', { serve: serveBytes(Buffer.from('<html>hello</html>')) })
addSite('slow.public.example', {
  serve: (request, response) => void setTimeout(() => serveBytes(drawPng())(request, response), SLOW_MS),
})
addSite('inside.public.example', { answers: [['10.0.0.7']] })

const system = useSystem({ IMAGE_STALL_SECONDS: '60' }, (app) => {
  app.fetcher = environment.open()
})

const photoRow = (id: string | undefined) =>
  system().app.db.row<{ kind: string; content_type: string | null }>(
    `select kind, content_type from photos where id = $1`,
    [id],
  )

const amountsOf = async (user: TestUser, id: string) =>
  (await system().entries(user, id)).map(({ amount }) => amount)

test('raw URLs and a mask become hidden photos, and the job uses the stored copies', async () => {
  const { app, call, createUser, submit, finished } = system()
  const user = await createUser()
  const imageUrls = [at(`${HOST}/mug.png`), at(`${HOST}/table.png`)]
  const { body } = await submit(user, { imageUrls, maskUrl: at('masks.public.example/mask.png') })
  const media = await finished(user, body.id)
  expect(media).toMatchObject({
    status: 'completed',
    inputs: [
      { fileUrl: imageUrls[0], label: 'mug.png', order: 0 },
      { fileUrl: imageUrls[1], label: 'table.png', order: 1 },
    ],
  })
  expect(requestedPaths.toSorted()).toEqual(['/mask.png', '/mug.png', '/table.png'])
  for (const { photoReferenceId } of media.inputs) {
    expect(await photoRow(photoReferenceId)).toEqual({ kind: 'external_url', content_type: 'image/png' })
    const copy = `${app.config.publicUrl}/api/photos/serve/uploads/${photoReferenceId}.png`
    expect((await call('HEAD', copy)).status).toBe(200)
  }
})

test('a later job may name a hidden photo, which is not fetched again', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const first = await finished(user, (await submit(user, { imageUrls: [at(`${HOST}/again.png`)] })).body.id)
  const photoReferenceIds = [first.inputs[0]?.photoReferenceId]
  const second = await finished(user, (await submit(user, { photoReferenceIds })).body.id)
  expect([second.status, second.inputs]).toEqual(['completed', first.inputs])
  expect(requestedPaths.filter((path) => path === '/again.png')).toHaveLength(1)
})

test.each([
  ['a host name that does not exist', 'nowhere.invalid/a.png'],
  ['a host name with a private address', 'inside.public.example/a.png'],
  ['an HTML page', 'pages.public.example/a.png'],
])('%s fails the job after its answer: reference_unusable, refunded', async (_, path) => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  const answer = await submit(user, { imageUrls: [at(path)], clientRef: 'a' })
  expect([answer.status, answer.body.status]).toEqual([201, 'processing'])
  const media = await finished(user, answer.body.id)
  expect(media).toMatchObject({
    status: 'failed',
    errorCode: 'reference_unusable',
    charged: 'refunded',
    inputs: [{ fileUrl: at(path) }],
  })
  expect(media.errorMessage).toMatch(/^A reference cannot be used/)
  expect(media.errorMessage).not.toMatch(/10\.0\.0\.7|nowhere|public\.example/)
  expect(await photoRow(media.inputs[0]?.photoReferenceId)).toEqual({
    kind: 'external_url',
    content_type: null,
  })
  expect(await amountsOf(user, media.id)).toEqual([-400, 400])
  const bought = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${media.id}`)
  expect(await bought.json()).toEqual({ jobs: [] })
  const again = await submit(user, { imageUrls: [at(path)], clientRef: 'a' })
  expect([again.body.id, again.body.status]).toEqual([media.id, 'failed'])
})

test('an unusable mask fails the job as well', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const order = { imageUrls: [at(`${HOST}/mug.png`)], maskUrl: at('pages.public.example/mask.png') }
  const media = await finished(user, (await submit(user, order)).body.id)
  expect(media).toMatchObject({ status: 'failed', errorCode: 'reference_unusable' })
  expect(await amountsOf(user, media.id)).toEqual([-400, 400])
})

test.each([
  ['without alpha', { channels: 3 }, 'an alpha channel'],
  ['of another size', { width: 32 }, 'as large as the first reference'],
  ['that is nowhere transparent', { alpha: 1 }, 'transparent'],
])('a mask %s fails the job before anything is bought', async (_, change, reason) => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  mask = await drawMask(change as MaskShape)
  const order = { imageUrls: [at(`${HOST}/mug.png`)], maskUrl: at('masks.public.example/mask.png') }
  const media = await finished(user, (await submit(user, order)).body.id)
  expect(media).toMatchObject({ status: 'failed', errorCode: 'reference_unusable', charged: 'refunded' })
  expect(media.errorMessage).toContain(reason)
  expect(await amountsOf(user, media.id)).toEqual([-400, 400])
  const bought = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${media.id}`)
  expect(await bought.json()).toEqual({ jobs: [] })
})

test('a submit does not wait for a URL, and can be cancelled while it is fetched', async () => {
  const { app, call, createUser, submit, poll } = system()
  const user = await createUser()
  const order = { imageUrls: [at('slow.public.example/a.png')] }
  const sentAt = performance.now()
  const { id } = (await submit(user, order)).body
  expect(performance.now() - sentAt).toBeLessThan(SLOW_MS)
  const { status } = await call('DELETE', `/api/gen/media/${id}`, { key: user.apiKey })
  expect(status).toBe(200)
  const cancelled = await poll(user, id)
  expect(cancelled).toMatchObject({ status: 'failed', errorCode: 'cancelled' })
  // The picture is still fetched, but no provider request follows.
  const [input] = cancelled.inputs
  await expect
    .poll(async () => (await photoRow(input?.photoReferenceId))?.content_type, { timeout: 10_000 })
    .toBe('image/png')
  expect(await poll(user, id)).toEqual(cancelled)
  const bought = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${id}`)
  expect(await bought.json()).toEqual({ jobs: [] })
  expect(await amountsOf(user, id)).toEqual([-400, 400])
})
