import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newUploadTicket } from '../../src/catalog/photos/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import { callTool } from '../mcp/mcp-client.ts'
import { type TestUser, useSystem } from '../use-system.ts'
import { formOf, makeAsset, makeProduct } from './make-album.ts'

const system = useSystem()

const ticketOf = async (user: TestUser) => {
  const { id } = await makeProduct(system(), user)
  const args = { product_id: id, label: 'front', file_path: 'mug.png' }
  return (await callTool(system(), user.apiKey, 'add_product_reference', args)) as {
    uploadUrl: string
    uploadId: string
  }
}

const upload = (url: string) => system().call('POST', url, { form: formOf({}) })

const assetsOf = async ({ apiKey }: TestUser) =>
  (await system().call('GET', '/api/gen/assets', { key: apiKey })).body.assets

test('only the address that we signed is accepted; a changed one is 404 and stores nothing', async () => {
  const [user, other] = [await system().createUser(), await system().createUser()]
  const { uploadUrl, uploadId } = await ticketOf(user)
  const theirs = await ticketOf(other)
  const base = uploadUrl.slice(0, uploadUrl.lastIndexOf('/') + 1)
  const [keyId, assetId, seconds, mac] = uploadUrl.slice(base.length).split('.') as [
    string,
    string,
    string,
    string,
  ]
  const forged = [
    'nonsense',
    `${keyId}.${assetId}.${seconds}`,
    `${keyId}.${assetId}.${seconds}.`,
    `${keyId}.${assetId}.${seconds}.${mac.slice(0, -1)}`,
    `${keyId}.${assetId}.${seconds}.${mac}.x`,
    `${other.keyId}.${assetId}.${seconds}.${mac}`,
    `${keyId}.${theirs.uploadId}.${seconds}.${mac}`,
    `${keyId}.${assetId}.${Number(seconds) + 1}.${mac}`,
    `${keyId}.${assetId}.${seconds}.${theirs.uploadUrl.split('.').at(-1)}`,
  ]
  for (const ticket of forged) {
    const { status, body } = await upload(base + ticket)
    expect([ticket, status, body.code]).toEqual([ticket, 404, 'not_found'])
  }
  expect([await assetsOf(user), await assetsOf(other)]).toEqual([[], []])
  expect((await upload(uploadUrl)).body.asset.id).toBe(uploadId)
  expect([(await assetsOf(user)).length, (await assetsOf(other)).length]).toEqual([1, 0])
})

test('an address of a secret of others, and one that is too old, are 404', async () => {
  const { keyId } = await system().createUser()
  const { config } = system().app
  const foreign = {
    config: { ...config, callbackSecret: 'a secret of another service, of thirty-two characters' },
  } as App
  expect((await upload(newUploadTicket(foreign, keyId).uploadUrl)).status).toBe(404)
  const { now } = Date
  try {
    Date.now = () => now() - 16 * 60_000
    const old = newUploadTicket(system().app, keyId).uploadUrl
    Date.now = now
    expect((await upload(old)).status).toBe(404)
  } finally {
    Date.now = now
  }
})

test.each([
  ['is revoked', `update api_keys set revoked_at = now() where id = $1`],
  ['has expired', `update api_keys set expires_at = now() - interval '1 s' where id = $1`],
  ['lost the scope', `update api_keys set scopes = '{read}' where id = $1`],
  [
    'belongs to a suspended user',
    `update users set suspended_at = now() from api_keys k where k.id = $1 and k.user_id = users.id`,
  ],
])('an address of a key that %s is 404', async (_, change) => {
  const user = await system().createUser()
  const { uploadUrl } = await ticketOf(user)
  await system().app.db.row(change, [user.keyId])
  expect((await upload(uploadUrl)).status).toBe(404)
})

test('the id of an upload of another user is of no use', async () => {
  const [owner, other] = [await system().createUser(), await system().createUser()]
  const { id } = await makeAsset(system(), owner)
  const product = await makeProduct(system(), other)
  const reference = { product_id: product.id, label: 'x', file_path: id }
  const refused = await callTool(system(), other.apiKey, 'add_product_reference', reference)
  expect(refused).toMatchObject({ ok: false, code: 'not_found' })
  const film = await callTool(system(), other.apiKey, 'generate_video', { prompt: 'x', file_path: id })
  expect(film).toMatchObject({ ok: false, code: 'not_found', charged: 'none' })
})

test('a key without the scope gets no address', async () => {
  const user = await system().createUser()
  await system().app.db.row(`update api_keys set scopes = '{read}' where id = $1`, [user.keyId])
  const asked = await callTool(system(), user.apiKey, 'generate_video', { prompt: 'x', file_path: 'a.png' })
  expect(asked).toMatchObject({ ok: false, code: 'scope_missing', scope: 'generate' })
})

test('a refused call that names an upload leaves no copy of it on the disk', async () => {
  const user = await system().createUser()
  const { id } = await makeAsset(system(), user)
  const film = () => callTool(system(), user.apiKey, 'generate_video', { prompt: 'x', file_path: id })
  // Only the copies: before the scope is gone a call may pass, and its result lies here for a moment.
  const copies = async () =>
    (await readdir(system().app.config.tempDir)).filter((name) => name.startsWith('copy-'))
  await system().app.db.row(`update api_keys set scopes = '{read}' where user_id = $1`, [user.id])
  await expect.poll(film, { timeout: 10_000 }).toMatchObject({ code: 'scope_missing', charged: 'none' })
  await expect.poll(copies, { timeout: 10_000 }).toEqual([])
})

test.each(['prompt', 'client_ref', 'model'])('a NUL in %s is refused, also with an upload', async (name) => {
  const user = await system().createUser()
  const { id } = await makeAsset(system(), user)
  const args = { prompt: 'x', file_path: id, [name]: 'x\0y' }
  const film = await callTool(system(), user.apiKey, 'generate_video', args)
  expect(film).toMatchObject({ ok: false, code: 'invalid_request', charged: 'none', field: name })
})
