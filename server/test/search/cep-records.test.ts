import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { createCep, createTopic, deleteCep } from '../../src/catalog/ceps/index.ts'
import { findCandidates } from '../../src/catalog/search/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

async function createTopicOwner() {
  const owner = ownerOf((await system().createUser()).id, 'live')
  const { topic } = await createTopic(system().db, owner, { name: 'Travel' })
  const find = (query: string) => findCandidates(system().db, owner, { query })
  return { owner, topicId: topic.id, find }
}

test('a CEP is found by each of its texts as soon as it is committed', async () => {
  const { owner, topicId, find } = await createTopicOwner()
  const body = {
    cepText: 'dry skin',
    painPoint: 'itching',
    angle: 'comfort',
    notes: 'hydration on board',
    topicId,
  }
  const { cep } = await createCep(system().db, owner, body)
  for (const query of ['skin', 'itching', 'comfort', 'hydration']) {
    expect(await find(query)).toMatchObject([
      { kind: 'cep', ref: cep.id, text: 'dry skin\nitching\ncomfort\nhydration on board', matchedTerms: 1 },
    ])
  }
})

test('a deleted CEP is not found, and another owner cannot delete it', async () => {
  const [mine, theirs] = [await createTopicOwner(), await createTopicOwner()]
  const { cep } = await createCep(system().db, mine.owner, { cepText: 'dry skin', topicId: mine.topicId })
  await expect(deleteCep(system().db, theirs.owner, cep.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await mine.find('skin')).toHaveLength(1)
  await deleteCep(system().db, mine.owner, cep.id)
  expect(await mine.find('skin')).toEqual([])
})

test('a CEP that is refused by the limit is not found', async () => {
  const { owner, topicId, find } = await createTopicOwner()
  for (let i = 0; i < 30; i++) await createCep(system().db, owner, { cepText: `reason ${i}`, topicId })
  await expect(createCep(system().db, owner, { cepText: 'hummingbird', topicId })).rejects.toMatchObject({
    code: 'cep_limit_reached',
  })
  expect((await find('hummingbird')).map(({ text }) => text)).toEqual([])
})
