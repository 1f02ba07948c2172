import { PhotoAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'
import { formOf, makeAsset, makeCharacter, referencePath } from './make-album.ts'

const house = useSharedHouse()

test('a file of a form and an upload become photos of a character', async () => {
  const { call, person } = house()
  const who = await person()
  const path = referencePath((await makeCharacter(house(), who)).id)
  const mediaAssetId = (await makeAsset(house(), who)).id
  const face = await call('POST', path, { key: who.apiKey, form: formOf({ label: 'face' }) })
  const side = await call('POST', path, { key: who.apiKey, body: { label: 'side', mediaAssetId } })
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
])('a wrong %s is 400 and named', async (field, body) => {
  const { call, person } = house()
  const who = await person()
  const path = referencePath((await makeCharacter(house(), who)).id)
  const answer = await call('POST', path, { key: who.apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})
