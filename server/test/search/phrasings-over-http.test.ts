import { KEYWORDS_MAX, SearchPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { writeNote } from '../../src/learning/notes/index.ts'
import { makeProduct } from '../routes/make-album.ts'
import { claim, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const sendSearch = (user: TestUser, ...parameters: [string, string][]) =>
  system().call('GET', `/api/agent/knowledge/search?${new URLSearchParams(parameters)}`, { key: user.apiKey })

const search = async (user: TestUser, ...phrasings: string[]) => {
  const { status, body } = await sendSearch(user, ...phrasings.map((q): [string, string] => ['q', q]))
  expect(status).toBe(200)
  return SearchPage.parse(body).hits
}

const remember = (user: TestUser, text: string, keywords?: string[]) =>
  writeNote(system().db, ownerOf(user.id, 'live'), { text, keywords })

const post = async (user: TestUser, path: string, body: Record<string, unknown>) =>
  system().call('POST', path, { key: user.apiKey, body })

test('q may be sent four times; each phrasing finds what it would find alone', async () => {
  const user = await system().createUser()
  for (const text of ['rain on the tent', 'Kaffee wird kalt', '会议里咖啡凉了', 'calcetines perdidos'])
    await remember(user, text)
  const hits = await search(user, 'tent rain', 'kalter Kaffee', '咖啡 会议', 'calcetín perdido')
  expect(hits.map(({ text }) => text).toSorted()).toEqual([
    'Noted by the owner: "Kaffee wird kalt"',
    'Noted by the owner: "calcetines perdidos"',
    'Noted by the owner: "rain on the tent"',
    'Noted by the owner: "会议里咖啡凉了"',
  ])
  for (const { relevance } of hits) expect(relevance).toBeGreaterThan(0.9)
})

test('a fifth phrasing is refused with a sentence that says how many there may be', async () => {
  const user = await system().createUser()
  const five = ['a', 'b', 'c', 'd', 'e'].map((q): [string, string] => ['q', q])
  const { status, body } = await sendSearch(user, ...five)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'q'])
  expect(body.error).toBe('q must be sent at most 4 times: the question, and the same in other words.')
})

test('each phrasing has the limits of a question', async () => {
  const user = await system().createUser()
  for (const wrong of ['', '  ', 'x'.repeat(501)]) {
    const alone = await sendSearch(user, ['q', wrong])
    const second = await sendSearch(user, ['q', 'tent'], ['q', wrong])
    expect([second.status, second.body.field]).toEqual([400, 'q'])
    expect(second.body.error).toBe(alone.body.error)
  }
  expect((await sendSearch(user, ['q', 'tent'], ['q', 'a\u0000b'])).status).toBe(400)
  expect((await sendSearch(user)).body.error).toBe('q is required.')
})

test('a phrasing that is sent twice changes no byte of the answer', async () => {
  const user = await system().createUser()
  await remember(user, 'rain on the tent')
  await remember(user, 'tent pegs bend in hard ground')
  const once = await sendSearch(user, ['q', 'rain on a tent'])
  const twice = await sendSearch(user, ['q', 'rain on a tent'], ['q', ' rain on a tent '])
  expect(JSON.stringify(twice.body)).toBe(JSON.stringify(once.body))
})

test('every other parameter may still be sent once only, also in recall', async () => {
  const user = await system().createUser()
  const { id } = await makeProduct(system(), user)
  const { body } = await sendSearch(user, ['q', 'tent'], ['productId', id], ['productId', id])
  expect([body.code, body.error]).toEqual(['invalid_request', 'productId was sent more than once.'])
  const recalled = await system().call('GET', '/api/agent/knowledge/recall?q=a&q=b', { key: user.apiKey })
  expect(recalled.body.error).toBe('q was sent more than once.')
})

test('pages of several phrasings follow each other without a gap or a repeat', async () => {
  const user = await system().createUser()
  for (let at = 0; at < 7; at++) await remember(user, `tent number ${at} in the rain`)
  const asked: [string, string][] = [
    ['q', 'rain'],
    ['q', 'tent'],
  ]
  const whole = (await sendSearch(user, ...asked)).body.hits.map(({ id }: { id: string }) => id)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: [string, string][] = cursor ? [['cursor', cursor]] : []
    const { body } = await sendSearch(user, ...asked, ['limit', '3'], ...more)
    paged.push(...body.hits.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
  }
  expect(paged).toEqual(whole)
  expect(whole).toHaveLength(7)
})

test('a CEP and the note of a claim are found by their keywords, and answered with them', async () => {
  const user = await system().createUser()
  const { id: productId } = await makeProduct(system(), user)
  const keywords = ['Schneckenplage', 'slugs', ' slugs ', '蜗牛']
  const made = await post(user, '/api/agent/ceps', {
    cepText: 'Salad is eaten overnight',
    productId,
    keywords,
  })
  expect([made.status, made.body.cep.keywords]).toEqual([201, ['Schneckenplage', 'slugs', '蜗牛']])
  const note = { note: 'Buyers laugh at the hat', keywords: ['humour', '幽默'] }
  expect((await send(system(), user, claim(note))).status).toBe(201)
  for (const [question, kind] of [
    ['Schneckenplagen', 'cep'],
    ['蜗牛', 'cep'],
    ['humor', 'claim'],
    ['幽默', 'claim'],
  ] as const)
    expect((await search(user, question)).map((hit) => hit.kind)).toEqual([kind])
  const { body } = await system().call('GET', '/api/agent/knowledge/notes', { key: user.apiKey })
  expect(body.notes[0]).toMatchObject({ text: note.note, keywords: note.keywords })
})

test('keywords are few and short', async () => {
  const user = await system().createUser()
  const { id: productId } = await makeProduct(system(), user)
  const create = (keywords: unknown) =>
    post(user, '/api/agent/ceps', { cepText: 'Salad is eaten overnight', productId, keywords })
  const many = Array.from({ length: KEYWORDS_MAX + 1 }, (_, at) => `word ${at}`)
  for (const [wrong, field] of [
    [many, 'keywords'],
    [['x'.repeat(41)], 'keywords[0]'],
    [['slugs', ' '], 'keywords[1]'],
    ['slugs', 'keywords'],
    [[7], 'keywords[0]'],
  ] as const) {
    const { status, body } = await create(wrong)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.error).toContain(field)
  }
  expect((await create(many.slice(1))).status).toBe(201)
})
