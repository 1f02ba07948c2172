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

test('a model is listed with what it can do', async () => {
  const { call, createUser } = system()
  const { body } = await call('GET', '/api/gen/models', { key: (await createUser()).apiKey })
  const { models } = ModelList.strict().parse(body)
  const modelOf = (id: string) => models.find((one) => one.id === id)
  expect(modelOf('simulator/ok')).toEqual({
    id: 'simulator/ok',
    description: 'Completes quickly',
    kinds: ['image', 'video'],
    isDefault: true,
    defaultFor: ['image', 'video'],
    capabilities: {
      sizes: ['1:1', '2:3', '3:2'],
      nMax: 4,
      referencesMax: 5,
      mask: true,
      orientations: ['portrait', 'landscape', 'square'],
      durationsSeconds: [6, 10, 15],
      resolutions: ['SD', 'HD'],
    },
  })
  expect(modelOf('simulator/held')).toMatchObject({ kinds: ['image'], isDefault: false, defaultFor: [] })
})
