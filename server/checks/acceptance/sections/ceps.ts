import { setTimeout as sleep } from 'node:timers/promises'
import type { Cep, CepAnswer, DeletedCep, Product, Topic } from '@atelier/contract'
import { absentId, atOnce, type Caller, countStatuses } from '../caller.ts'
import { expectId, expectMatch, expectOneOf, expectText, expectThat, expectTime, fail } from '../expect.ts'
import {
  expectBadField,
  expectCreated,
  expectError,
  expectRefusals,
  expectStatus,
  expectWrongKind,
} from '../expect-answer.ts'
import { accept, createProduct, pollMedia, submitImage } from '../jobs.ts'
import type { Section } from '../suite.ts'

const FIELDS = ['angle', 'cepText', 'createdAt', 'id', 'notes', 'painPoint', 'productId', 'status', 'topicId']

/** Both are sent with the bearer header, as the interface shows them. */
const create = ({ api, apiKey }: Caller, body: object) =>
  api.call<CepAnswer>('POST', '/api/agent/ceps', { bearer: apiKey, body })
const list = ({ api, apiKey }: Caller, query: string) =>
  api.call<{ ceps: Cep[] }>('GET', `/api/agent/ceps?${query}`, { bearer: apiKey })

export const ceps: Section = {
  name: 'ceps',
  async run({ check, checkInBackground, takeUser }) {
    const user = takeUser()
    const otherUser = takeUser()
    const product = await createProduct(user)
    let first: Cep | undefined
    const firstCep = () => first ?? fail('the first CEP was not created')
    checkInBackground(
      'the 31st on one target is 409 with the 30 existing, oldest first, also in a race; a delete makes room',
      () => checkCap(takeUser()),
    )
    await check(
      'create answers 201 with the CEP, a message and near-duplicates; both headers list it',
      async () => {
        first = await checkCreate(user, product)
      },
    )
    await check('exactly one target, of the right kind, and texts within their limits', () =>
      checkBodies(user, product, firstCep()),
    )
    await check(
      "another user's target or an absent one is 403; another user can neither list nor delete",
      () => checkOwnership(user, otherUser, product, firstCep()),
    )
    await check('more than 30 submissions a minute are 429', () => checkRateLimit(takeUser()))
    await check('a topic is a target as well, and counts its CEPs', () => checkTopic(user, otherUser))
    await check("a job remembers its CEP, which must be the user's own", async () => {
      const fields = { cepId: firstCep().id, hook: 'question first' }
      const { id } = await accept(submitImage(user, fields))
      expectMatch((await pollMedia(user, id)).cepId, firstCep().id, 'cepId')
      const foreign = await submitImage(otherUser, { cepId: firstCep().id })
      expectOneOf(foreign.status, [403, 404], 'foreign CEP')
    })
  },
}

async function checkCap(user: Caller): Promise<void> {
  const { id: productId } = await createProduct(user)
  const ids: string[] = []
  for (let i = 0; i < 29; i++) {
    const { cep } = await expectCreated(
      create(user, { cepText: `reason number ${i}`, productId }),
      `cep ${i}`,
    )
    ids.push(cep.id)
    await sleep(5)
  }
  // The cap is checked, not the 30 requests a minute.
  await sleep(61_000)
  const answers = await atOnce(5, (i) => create(user, { cepText: `one of the last ${i}`, productId }))
  expectMatch(countStatuses(answers), { 201: 1, 409: 4 }, 'five at once when one more is allowed')
  ids.push(answers.find(({ status }) => status === 201)?.json.cep.id ?? '')
  const full = await create(user, { cepText: 'one too many', productId })
  const existing = expectError(full, 409, 'full', { code: 'cep_limit_reached' }).existing as Cep[]
  expectMatch(
    existing.map(({ id }) => id),
    ids,
    'existing, oldest first',
  )
  expectThat(
    existing.every((cep) => FIELDS.every((field) => field in cep)),
    'existing holds full CEPs',
  )
  const [removed] = ids.splice(3, 1)
  const gone = await user.delete<DeletedCep>(`/api/agent/ceps/${removed}`)
  expectMatch([gone.status, gone.json.cep], [200, { id: removed, status: 'deleted' }], 'delete')
  expectError(await user.delete(`/api/agent/ceps/${removed}`), 404, 'delete twice')
  const left = (await list(user, `productId=${productId}`)).json.ceps.map(({ id }) => id)
  expectMatch(left, ids, 'list, oldest first')
  await expectCreated(create(user, { cepText: 'there is room', productId }), 'after a delete')
}

async function checkCreate(user: Caller, { id: productId }: Product): Promise<Cep> {
  const texts = { painPoint: 'cold coffee', angle: 'warm for hours' }
  const sent = create(user, { cepText: '  Coffee goes cold in meetings ', productId, ...texts })
  const { cep, similar, message } = await expectCreated(sent, 'create')
  expectId(cep.id, 'cep', 'id')
  expectTime(cep.createdAt, 'createdAt')
  expectText(message, 'message')
  const stored = { cepText: 'Coffee goes cold in meetings', ...texts, notes: null, status: 'active' }
  expectMatch([cep, similar], [{ ...stored, productId, topicId: null }, []], 'cep, similar')
  const detail = await user.get<{ product: { ceps: Cep[] } }>(`/api/gen/products/${productId}`)
  const lists = [
    (await list(user, `productId=${productId}`)).json.ceps,
    (await user.get<{ ceps: Cep[] }>(`/api/agent/ceps?productId=${productId}`)).json.ceps,
    detail.json.product.ceps,
  ]
  for (const listed of lists) expectMatch(listed, [cep], 'listed, and in the product')
  const { cep: dry } = await expectCreated(
    create(user, { cepText: 'dry skin after flights', productId }),
    'dry',
  )
  const near = await expectCreated(
    create(user, { cepText: 'dry skin after long flights', productId }),
    'near',
  )
  expectMatch(
    near.similar.map((one) => [one.id, one.cepText, Math.round(one.similarity * 100)]),
    [[dry.id, dry.cepText, 82]],
    'a near-duplicate is named',
  )
  return cep
}

async function checkBodies(user: Caller, { id: productId }: Product, first: Cep): Promise<void> {
  const both = { productId, topicId: absentId('top') }
  await expectRefusals(400, {
    'no target': create(user, { cepText: 'x' }),
    'two targets': create(user, { cepText: 'x', ...both }),
    'list of no target': list(user, ''),
    'list of two': list(user, new URLSearchParams(both).toString()),
  })
  await expectWrongKind(create(user, { cepText: 'x', productId: first.id }), {
    field: 'productId',
    expected: 'product',
    given: 'cep',
  })
  const lengths: [field: string, length: number][] = [
    ['cepText', 0],
    ['cepText', 2001],
    ['painPoint', 201],
    ['angle', 201],
    ['notes', 2001],
  ]
  for (const [field, length] of lengths)
    await expectBadField(field, {
      [`${field} of ${length}`]: create(user, { cepText: 'x', productId, [field]: 'x'.repeat(length) }),
    })
}

async function checkOwnership(user: Caller, otherUser: Caller, product: Product, first: Cep): Promise<void> {
  const target = `productId=${product.id}`
  const foreign = {
    'foreign target': create(otherUser, { cepText: 'x', productId: product.id }),
    'absent target': create(user, { cepText: 'x', productId: absentId('prd') }),
    'foreign list': list(otherUser, target),
  }
  await expectRefusals(403, foreign, { code: 'not_owner' })
  await expectRefusals(404, { 'foreign delete': otherUser.delete(`/api/agent/ceps/${first.id}`) })
  expectMatch((await list(user, target)).json.ceps.length, 3, 'nothing changed')
}

async function checkRateLimit(user: Caller): Promise<void> {
  const { id: productId } = await createProduct(user)
  const answers = await atOnce(40, (i) => create(user, { cepText: `t${i}`, productId }))
  expectMatch(countStatuses(answers), { 201: 30, 429: 10 }, 'statuses')
  for (const answer of answers.filter(({ status }) => status === 429)) {
    expectError(answer, 429, 'limited')
    expectThat(Number(answer.headers.get('retry-after')) >= 1, 'Retry-After')
  }
}

async function checkTopic(user: Caller, otherUser: Caller): Promise<void> {
  const fields = { name: 'Winter', description: 'cold hands' }
  const { topic } = await expectCreated(user.post<{ topic: Topic }>('/api/agent/topics', fields), 'topic')
  expectId(topic.id, 'top', 'id')
  const body = { cepText: 'Hands freeze on the way', topicId: topic.id, notes: 'seen twice' }
  const { cep } = await expectCreated(create(user, body), 'cep on topic')
  expectMatch(cep, { productId: null, topicId: topic.id, notes: 'seen twice', angle: null }, 'target fields')
  const listed = await user.get<{ topics: Topic[] }>('/api/agent/topics')
  expectStatus(listed, 200, 'topics')
  expectMatch(listed.json.topics, [{ id: topic.id, ...fields, cepCount: 1 }], 'topics')
  expectError(await list(otherUser, `topicId=${topic.id}`), 403, 'foreign topic', { code: 'not_owner' })
}
