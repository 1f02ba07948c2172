import { afterEach, expect, test } from 'vitest'
import { clock, type Heard, newSharing, type Sharing, type Standing } from './share-changes.ts'

const open: Sharing[] = []
let at = 0

/** Pages of one browser: each test has a channel of its own. */
function pages(count: number, onNews = () => undefined as undefined): Sharing[] {
  const name = `test ${crypto.randomUUID()}`
  const made = Array.from({ length: count }, () => newSharing(name, onNews))
  open.push(...made)
  return made
}

afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const standing = (cursor: string, askedAt = clock()): Standing => ({
  cursor,
  etag: cursor,
  changes: [],
  askedAt,
  toldAt: askedAt + 1,
})
const nothing = (base: Standing, askedAt = clock()): Heard => ({
  base,
  askedAt,
  toldAt: askedAt + 1,
  told: null,
})
const news = (base: Standing): Heard => ({
  ...nothing(base),
  told: { answer: { changes: [], cursor: `after ${++at}`, reload: false }, etag: 'e', media: [] },
})
const { signal } = new AbortController()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const arrival = () => pause(50)

test('a page uses what another one asked a moment ago, once', async () => {
  const [first, second] = pages(2) as [Sharing, Sharing]
  const mine = standing('c1')
  first.tell(nothing(mine))
  await arrival()
  expect(await second.hear(mine, 1_000, signal)).toMatchObject({ base: { cursor: 'c1' }, told: null })
  expect(await second.hear(mine, 1_000, signal)).toBeUndefined()
})

test('what is older than the interval is asked again; news are not', async () => {
  const [first, second] = pages(2) as [Sharing, Sharing]
  const mine = standing('c1', clock() - 5_000)
  first.tell(nothing(mine, clock() - 950))
  await arrival()
  expect(await second.hear(mine, 1_000, signal)).toBeUndefined()
  first.tell({ ...news(mine), askedAt: clock() - 2_000 })
  await arrival()
  expect((await second.hear(mine, 1_000, signal))?.told?.answer.cursor).toMatch(/^after/)
})

test('a page goes on from an older place, never from a newer one', async () => {
  const [first, second] = pages(2) as [Sharing, Sharing]
  const older = standing('c1', clock() - 3_000)
  const newer = standing('c2', clock() - 1_000)
  first.tell(nothing(newer))
  await arrival()
  expect(await second.hear(older, 1_000, signal)).toBeUndefined()
  first.tell(nothing(older))
  await arrival()
  expect(await second.hear(newer, 1_000, signal)).toMatchObject({ base: { cursor: 'c1' } })
})

test('a page does not go back to what was told before it asked itself', async () => {
  const [first, second] = pages(2) as [Sharing, Sharing]
  const told = nothing(standing('c1', clock() - 3_000), clock() - 500)
  first.tell(told)
  await arrival()
  expect(await second.hear(standing('c2'), 1_000, signal)).toBeUndefined()
})

test('a page that heard others waits for them a moment, and asks by itself when they are gone', async () => {
  const [first, second] = pages(2) as [Sharing, Sharing]
  const mine = standing('c1')
  first.tell(nothing(mine))
  await arrival()
  await second.hear(mine, 1_000, signal)
  const waits = second.hear(mine, 1_000, signal)
  await pause(20)
  first.tell(nothing(mine))
  expect(await waits).toBeDefined()
  first.close()
  const began = clock()
  expect(await second.hear(mine, 1_000, signal)).toBeUndefined()
  expect(clock() - began).toBeGreaterThan(300)
  const next = clock()
  expect(await second.hear(mine, 1_000, signal)).toBeUndefined()
  expect(clock() - next).toBeLessThan(200)
})

test('news wake a page at once, an answer without news does not', async () => {
  let woken = 0
  const [first] = pages(2, () => {
    woken++
    return undefined
  }) as [Sharing, Sharing]
  first.tell(nothing(standing('c1')))
  await arrival()
  expect(woken).toBe(0)
  first.tell(news(standing('c1')))
  await arrival()
  expect(woken).toBe(1)
})
