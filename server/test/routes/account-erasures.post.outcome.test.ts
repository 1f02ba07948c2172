import { ErasureAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { erase, makeOwner } from '../erasure/make-owner.ts'
import { ageSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeAsset } from './make-album.ts'

const system = useSharedSystem()

test('an erasure is answered with its time, and the address of the file with 410', async () => {
  const { call, db } = system()
  const owner = await makeOwner(db)
  const asset = await makeAsset(system(), owner)
  const { status, body } = await erase(system(), owner, asset.id)
  const { erasure } = ErasureAnswer.strict().parse(body)
  expect([status, erasure.kind, erasure.subjectId]).toEqual([201, 'upload', asset.id])
  const gone = await call('GET', asset.url)
  expect([gone.status, gone.body.code, gone.headers.get('cache-control')]).toEqual([
    410,
    'erased',
    'no-store',
  ])
  expect(gone.body.error).toMatch(/erased on \d{4}-\d\d-\d\d/)
})

test('an id of another kind is 400, one that does not exist 404', async () => {
  const { db } = system()
  const owner = await makeOwner(db)
  const wrong = await erase(system(), owner, owner.keyId)
  expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, 'wrong_id_kind', 'subjectId'])
  for (const id of ['', 'nonsense', 'med_0000000000000000000000'])
    expect((await erase(system(), owner, id)).status).toBe(404)
})

test('a thing needs no recent password, the account does', async () => {
  const { db } = system()
  const owner = await makeOwner(db)
  const asset = await makeAsset(system(), owner)
  await ageSession(db, owner, 'proved_at', '15 minutes')
  expect((await erase(system(), owner, asset.id)).status).toBe(201)
  const refused = await erase(system(), owner, owner.id)
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
})

test('an API key cannot erase', async () => {
  const { call, db } = system()
  const owner = await makeOwner(db)
  const asset = await makeAsset(system(), owner)
  const body = { subjectId: asset.id }
  expect((await call('POST', '/api/account/erasures', { key: owner.apiKey, body })).status).toBe(401)
  expect((await call('GET', asset.url)).status).toBe(200)
})
