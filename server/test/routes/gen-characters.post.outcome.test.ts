import { CharacterAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test.each([
  [{ name: ' Mia ', description: ' a runner ' }, 'a runner'],
  [{ name: 'Mia', description: '' }, null],
  [{ name: 'Mia' }, null],
])('%j creates a character without photos', async (body, description) => {
  const { call, createUser } = system()
  const answer = await call('POST', '/api/gen/characters', { key: (await createUser()).apiKey, body })
  expect(answer.status).toBe(201)
  expect(CharacterAnswer.strict().parse(answer.body).character).toMatchObject({
    name: 'Mia',
    description,
    photoCount: 0,
  })
})

test.each<[string, Record<string, unknown>]>([
  ['name', { description: 'nobody' }],
  ['name', { name: ' ' }],
  ['description', { name: 'Mia', description: 'x'.repeat(2_001) }],
  ['description', { name: 'Mia', description: 7 }],
])('a wrong %s is answered 400 with the field named', async (field, body) => {
  const { call, createUser } = system()
  const answer = await call('POST', '/api/gen/characters', { key: (await createUser()).apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})
