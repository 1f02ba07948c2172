import { ModelList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('each listed model is accepted for its kinds, and a submit uses the default', async () => {
  const { call, createUser, submit, poll } = system()
  const user = await createUser()
  const { status, body } = await call('GET', '/api/gen/models', { key: user.apiKey })
  expect(status).toBe(200)
  const { models } = ModelList.strict().parse(body)
  expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  for (const { id, kinds } of models) {
    for (const kind of kinds) {
      const order = { kind, model: id, prompt: 'a mug' }
      expect((await call('POST', '/api/gen/quote', { key: user.apiKey, body: order })).status).toBe(200)
    }
  }
  const { id } = (await submit(user)).body
  expect((await poll(user, id)).model).toBe(models.find(({ isDefault }) => isDefault)?.id)
})

test('the refusal of an unlisted model names the listed ones', async () => {
  const { createUser, submit } = system()
  const { status, body } = await submit(await createUser(), { model: 'simulator/none' })
  expect([status, body.field]).toEqual([400, 'model'])
  expect(body.error).toContain('simulator/ok')
})
