import { PhotoAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { formOf, makeAsset, makeCharacter, referencePath } from './make-album.ts'

const system = useSharedSystem()

test('a form file and an uploaded asset become photos of a character', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const path = referencePath((await makeCharacter(system(), user)).id)
  const mediaAssetId = (await makeAsset(system(), user)).id
  const face = await call('POST', path, { key: user.apiKey, form: formOf({ label: 'face' }) })
  const side = await call('POST', path, { key: user.apiKey, body: { label: 'side', mediaAssetId } })
  expect([face.status, side.status]).toEqual([201, 201])
  expect([face, side].map(({ body }) => PhotoAnswer.strict().parse(body).photo)).toMatchObject([
    { label: 'face', isPrimary: true },
    { label: 'side', isPrimary: false },
  ])
})

test.each([
  ['fileUrl', { label: 'face' }],
  ['fileUrl', { label: 'face', fileUrl: 'https://127.0.0.1/a.png' }],
  ['label', { fileUrl: 'https://example.com/a.png' }],
])('a wrong %s is answered 400 with the field named', async (field, body) => {
  const { call, createUser } = system()
  const user = await createUser()
  const path = referencePath((await makeCharacter(system(), user)).id)
  const answer = await call('POST', path, { key: user.apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})
