import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { loadUsableCep } from '../../src/catalog/ceps/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

async function makeCep(user: TestUser): Promise<{ id: string; topicId: string }> {
  const { call } = system()
  const { topic } = (await call('POST', '/api/agent/topics', { key: user.apiKey, body: { name: 'Winter' } }))
    .body
  const body = { cepText: 'cold hands', topicId: topic.id }
  return (await call('POST', '/api/agent/ceps', { key: user.apiKey, body })).body.cep
}

test('a deleted CEP leaves lists and counts, and deleting it again is answered 404', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id, topicId } = await makeCep(user)
  const remove = () => call('DELETE', `/api/agent/ceps/${id}`, { key: user.apiKey })
  const { status, body } = await remove()
  expect([status, body.cep]).toEqual([200, { id, status: 'deleted' }])
  expect((await call('GET', `/api/agent/ceps?topicId=${topicId}`, { key: user.apiKey })).body.ceps).toEqual(
    [],
  )
  expect((await call('GET', '/api/agent/topics', { key: user.apiKey })).body.topics[0].cepCount).toBe(0)
  expect((await remove()).status).toBe(404)
})

test('of 20 concurrent deletes one succeeds', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id } = await makeCep(user)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('DELETE', `/api/agent/ceps/${id}`, { key: user.apiKey })),
  )
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  expect(answers.filter((one) => one.status === 404)).toHaveLength(19)
})

test('a job may use only an active CEP of its owner and mode', async () => {
  const { call, db, createUser } = system()
  const [user, otherUser] = [await createUser(), await createUser()]
  const { id } = await makeCep(user)
  const usable = (caller: TestUser, mode: 'live' | 'test', cepId: string) =>
    loadUsableCep(db, ownerOf(caller.id, mode), cepId).then(
      (cep) => cep.id,
      (refusal) => [refusal.code, refusal.extra.field],
    )
  expect(await usable(user, 'live', id)).toBe(id)
  expect(await usable(otherUser, 'live', id)).toEqual(['not_owner', 'cepId'])
  expect(await usable(user, 'test', id)).toEqual(['not_found', 'cepId'])
  expect(await usable(user, 'live', 'nonsense')).toEqual(['not_found', 'cepId'])
  await call('DELETE', `/api/agent/ceps/${id}`, { key: user.apiKey })
  expect(await usable(user, 'live', id)).toEqual(['not_found', 'cepId'])
})
