import { AssetAnswer, UPLOAD_BYTES } from '@atelier/contract'
import { expect, test } from 'vitest'
import { removeDeletedAssets } from '../../src/catalog/photos/index.ts'
import { callTool } from '../mcp/mcp-client.ts'
import { type TestUser, useSystem } from '../use-system.ts'
import { drawPng, formOf, makeProduct } from './make-album.ts'

const system = useSystem()

const askForAddress = async (user: TestUser) => {
  const product = await makeProduct(system(), user)
  const args = { product_id: product.id, label: 'front', file_path: 'photos/mug.png' }
  const asked = await callTool(system(), user.apiKey, 'add_product_reference', args)
  return { args, asked }
}

const upload = (url: string, file: Buffer | null = drawPng()) =>
  system().call('POST', url, { form: formOf({}, file) })

test('a tool that wants a file returns an address, and the next call names the upload', async () => {
  const user = await system().createUser()
  const { args, asked } = await askForAddress(user)
  expect(asked).toMatchObject({ ok: false, code: 'upload_needed', charged: 'none' })
  expect(asked.hint).toContain(`file_path=${asked.uploadId}`)
  const { status, headers, body } = await upload(asked.uploadUrl)
  expect([status, headers.get('x-ratelimit-limit')]).toEqual([201, '20'])
  expect(AssetAnswer.strict().parse(body).asset.id).toBe(asked.uploadId)
  const added = await callTool(system(), user.apiKey, 'add_product_reference', {
    ...args,
    file_path: asked.uploadId,
  })
  expect(added).toMatchObject({ ok: true, photo: { label: 'front', isPrimary: true } })
})

test('a video is made from an upload, charged once', async () => {
  const user = await system().createUser()
  const asked = await callTool(system(), user.apiKey, 'generate_video', {
    prompt: 'x',
    file_path: 'C:\\a.png',
  })
  await upload(asked.uploadUrl)
  const args = { prompt: 'x', duration_seconds: 6, file_path: asked.uploadId, client_ref: 'film-1' }
  const first = await callTool(system(), user.apiKey, 'generate_video', args)
  expect(first).toMatchObject({ ok: true, creditsCost: 1_000, charged: 'charged' })
  const again = await callTool(system(), user.apiKey, 'generate_video', args)
  expect(again).toMatchObject({ ok: true, id: first.id, replayed: true })
  const entries = await system().entries(user)
  expect(entries.filter(({ reason }) => reason === 'video_generation')).toHaveLength(1)
})

test('a file that is sent again is stored once, also at the same time', async () => {
  const user = await system().createUser()
  const { asked } = await askForAddress(user)
  const answers = await Promise.all([1, 2, 3].map(() => upload(asked.uploadUrl)))
  const later = await upload(asked.uploadUrl, drawPng(8, 8))
  expect([...answers, later].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(later.body.asset.sha256).toBe(answers[0]?.body.asset.sha256)
  const { body } = await system().call('GET', '/api/gen/quotas', { key: user.apiKey })
  expect(JSON.stringify(body)).toMatch(/"uploads":\{[^}]*"used":1[,}]/)
  expect((await fetch(later.body.asset.url)).status).toBe(200)
})

test('the address of an upload that was deleted takes no file any more', async () => {
  const user = await system().createUser()
  const { asked } = await askForAddress(user)
  expect((await upload(asked.uploadUrl)).status).toBe(201)
  const path = `/api/gen/assets/${asked.uploadId}`
  expect((await system().call('DELETE', path, { key: user.apiKey })).status).toBe(200)
  const { status, body } = await upload(asked.uploadUrl)
  expect([status, body.code]).toEqual([404, 'not_found'])
})

test('what is sent to the address is cleaned and limited like every upload', async () => {
  const user = await system().createUser()
  const { asked } = await askForAddress(user)
  const tooLarge = await upload(asked.uploadUrl, Buffer.alloc(UPLOAD_BYTES + 1))
  expect([tooLarge.status, tooLarge.body.code]).toEqual([400, 'body_too_large'])
  const noPicture = await upload(asked.uploadUrl, Buffer.from('<svg/>'))
  expect([noPicture.status, noPicture.body.field]).toEqual([400, 'file'])
  expect((await upload(asked.uploadUrl)).status).toBe(201)
})

test('an upload that is older than a day is removed, used or not, and leaves the quota', async () => {
  const user = await system().createUser()
  const { asked } = await askForAddress(user)
  const { asset } = (await upload(asked.uploadUrl)).body
  const kept = (await system().call('POST', '/api/gen/assets', { key: user.apiKey, form: formOf({}) })).body
    .asset
  await system().app.db.row(
    `update assets set expires_at = expires_at - interval '25 hours' where user_id = $1`,
    [user.id],
  )
  await removeDeletedAssets(system().app)
  expect([(await fetch(asset.url)).status, (await fetch(kept.url)).status]).toEqual([410, 200])
  const { body } = await system().call('GET', '/api/gen/quotas', { key: user.apiKey })
  expect(JSON.stringify(body)).toMatch(/"uploads":\{[^}]*"used":1[,}]/)
  const gone = await callTool(system(), user.apiKey, 'generate_video', { prompt: 'x', file_path: asset.id })
  expect(gone).toMatchObject({ ok: false, code: 'not_found', field: 'file_path', charged: 'none' })
})
