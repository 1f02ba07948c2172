import { TopicAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a topic is a target for CEPs and counts them', async () => {
  const { call, createUser } = system()
  const key = (await createUser()).apiKey
  const { status, body } = await call('POST', '/api/agent/topics', {
    key,
    body: { name: ' Winter ', description: 'cold hands' },
  })
  expect(status).toBe(201)
  const { topic } = TopicAnswer.parse(body)
  expect(topic).toMatchObject({ name: 'Winter', description: 'cold hands', cepCount: 0 })
  const cep = { cepText: 'Hands freeze on the way', topicId: topic.id, notes: 'seen twice' }
  const made = await call('POST', '/api/agent/ceps', { key, body: cep })
  expect(made.body.cep).toMatchObject({ productId: null, ...cep, angle: null })
  const { topics } = (await call('GET', '/api/agent/topics', { key })).body
  expect(topics).toEqual([{ ...topic, cepCount: 1 }])
})

test('an empty description becomes null', async () => {
  const { call, createUser } = system()
  const request = { key: (await createUser()).apiKey, body: { name: 'Winter', description: ' ' } }
  expect((await call('POST', '/api/agent/topics', request)).body.topic.description).toBeNull()
})

test.each([
  ['no name', {}, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(201) }, 'name'],
  ['a long description', { name: 'x', description: 'x'.repeat(2_001) }, 'description'],
])('%s is answered 400 with the field named', async (_, body, field) => {
  const { call, createUser } = system()
  const answer = await call('POST', '/api/agent/topics', { key: (await createUser()).apiKey, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})
