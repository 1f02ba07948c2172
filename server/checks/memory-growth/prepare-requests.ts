import { callSystem, type Subject } from './call-system.ts'
import { adName } from './fill-memory.ts'

export type Question = {
  name: string
  /** What makes it cost more where more is remembered. */
  limit: string
  /** Done before each round, and not timed. */
  before?: (subject: Subject) => Promise<void>
  ask: (subject: Subject, round: number) => Promise<void>
}

/** So many are on a page, and on a deep one: the small memory has twenty series, and more must follow. */
const PAGE = 2
const DEEP_PAGE = 1

/** Reads a page, and insists that it is as full in a small memory as in a large one. */
async function read(subject: Subject, path: string, field: string, size = PAGE): Promise<void> {
  const page = await callSystem(subject, 'GET', `/api/agent/knowledge/${path}&limit=${size}`)
  const shown = page[field].length
  if (shown !== size) throw new Error(`${path} shows ${shown} in the ${subject.name} memory, not ${size}`)
}

/** Page by page, as an agent would: the cursor is the one that the service gave. */
async function walkTo(subject: Subject, page: number): Promise<string> {
  let cursor = ''
  for (let at = 1; at < page; at++) {
    const path = `/api/agent/knowledge/history?limit=${DEEP_PAGE}${cursor && `&cursor=${cursor}`}`
    cursor = (await callSystem(subject, 'GET', path)).nextCursor
  }
  return cursor
}

const ADS = 20
let reports = 0

/** One day of one ad of the first product, read anew: a memory has as many days after it as before. */
async function report(subject: Subject): Promise<void> {
  reports++
  await callSystem(subject, 'POST', '/api/agent/reports', {
    idempotencyKey: `probe-${reports}`,
    kind: 'observation',
    platformAdId: adName(1, 1 + (reports % ADS)),
    rows: [
      {
        day: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
        currency: 'EUR',
        spend: 20 + (reports % 7),
        impressions: 2_000,
        clicks: 24,
        conversions: 1,
        conversionType: 'purchase',
        revenue: 50,
        attribution: '7d_click',
        objective: 'sales',
        fetchedAt: new Date().toISOString(),
      },
    ],
  })
}

/** Everything was concluded yesterday. */
async function letADayPass({ client, userId }: Subject): Promise<void> {
  const memory = '(select id from memories where user_id = $1)'
  await client.query(
    `update product_conclusions set concluded_on = concluded_on - 1 where memory_id = ${memory}`,
    [userId],
  )
  await client.query(`update series set summed_on = summed_on - 1 where memory_id = ${memory}`, [userId])
}

const words = ['winter+hands+cold', 'gifts+made+to+last', 'spring+rest', 'stiff+after+a+run', 'launch+speed']

/** Questions whose price must not hang on how much is remembered. `products` are those that are asked for. */
export async function prepareQuestions(products: Map<Subject, string>): Promise<Question[]> {
  const deep = new Map<Subject, string>()
  for (const subject of products.keys()) deep.set(subject, await walkTo(subject, 10))
  const ofProduct = (subject: Subject) => `productId=${products.get(subject)}`
  return [
    {
      name: 'history, first page',
      limit: 'the days of the series that it shows',
      ask: (subject) => read(subject, 'history?', 'history'),
    },
    {
      name: 'history, page 10',
      limit: 'the days of the series that it shows',
      ask: (subject) => read(subject, `history?cursor=${deep.get(subject)}`, 'history', DEEP_PAGE),
    },
    {
      name: 'history of a product',
      limit: 'the days of the series that it shows',
      ask: (subject) => read(subject, `history?${ofProduct(subject)}`, 'history'),
    },
    {
      name: 'patterns of a product',
      limit: 'the look for products that are behind',
      ask: (subject) => read(subject, `patterns?${ofProduct(subject)}&minTier=loser`, 'patterns'),
    },
    {
      name: 'drift',
      limit: 'the claims behind each reporter',
      ask: (subject) => read(subject, 'drift?', 'drift'),
    },
    {
      name: 'search',
      limit: 'the records that share a word with the question, which are 60 at most',
      ask: (subject, round) => read(subject, `search?q=${words[round % words.length]}`, 'hits'),
    },
    { name: 'one report in', limit: 'the days of the series', ask: report },
  ]
}

/** What costs as much as there is to think over: told, and held to nothing. */
export function listThoughts(products: Map<Subject, string>): Question[] {
  const patterns = (subject: Subject) =>
    read(subject, `patterns?productId=${products.get(subject)}&minTier=loser`, 'patterns')
  return [
    {
      name: 'patterns right after a report of the product',
      limit: 'the ads of the product',
      before: report,
      ask: patterns,
    },
    {
      name: 'patterns of a product, first read of a day',
      limit: 'the rows of the product, which are weighed anew',
      before: letADayPass,
      ask: patterns,
    },
    {
      name: 'history, first read of a day',
      limit: 'all rows, which are weighed anew',
      before: letADayPass,
      ask: (subject) => read(subject, 'history?', 'history'),
    },
  ]
}
