import { ModelList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()

test('each listed model may be ordered for its kinds; the default is what a submit takes', async () => {
  const { call, person, submit, poll } = house()
  const who = await person()
  const { status, body } = await call('GET', '/api/gen/models', { key: who.apiKey })
  expect(status).toBe(200)
  const { models } = ModelList.strict().parse(body)
  expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  for (const { id, kinds } of models) {
    for (const kind of kinds) {
      const order = { kind, model: id, prompt: 'a mug' }
      expect((await call('POST', '/api/gen/quote', { key: who.apiKey, body: order })).status).toBe(200)
    }
  }
  const { id } = (await submit(who)).body
  expect((await poll(who, id)).model).toBe(models.find(({ isDefault }) => isDefault)?.id)
})

test('a model that is not listed is refused by a sentence that names those that are', async () => {
  const { person, submit } = house()
  const { status, body } = await submit(await person(), { model: 'simulator/none' })
  expect([status, body.field]).toEqual([400, 'model'])
  expect(body.error).toContain('simulator/ok')
})
