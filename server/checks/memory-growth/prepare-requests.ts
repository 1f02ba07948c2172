import type { Subject, TimedRequest } from '../../harness/comparison/index.ts'
import { adName } from './fill-memory.ts'

/** `limit`: what its cost grows with. */
export type MemoryRequest = TimedRequest & { limit: string }

/** Rows on a page, and on a deep one: the small memory has twenty series, and more must follow. */
const PAGE = 2
const DEEP_PAGE = 1

/** Reads a page and throws unless it is as full in the small memory as in the large one. */
async function read(subject: Subject, path: string, field: string, size = PAGE): Promise<void> {
  const page = await subject.call('GET', `/api/agent/knowledge/${path}&limit=${size}`)
  const shown = page[field].length
  if (shown !== size) throw new Error(`${path} shows ${shown} in ${subject.name}, not ${size}`)
}

/** Page by page, like an agent: the cursor is the one that the service gave. */
async function readCursorAt(subject: Subject, page: number): Promise<string> {
  let cursor = ''
  for (let at = 1; at < page; at++) {
    const path = `/api/agent/knowledge/history?limit=${DEEP_PAGE}${cursor && `&cursor=${cursor}`}`
    cursor = (await subject.call('GET', path)).nextCursor
  }
  return cursor
}

const ADS = 20
let reports = 0

/** Reports one day of one ad of the first product again: the number of days in the memory stays. */
async function report(subject: Subject): Promise<void> {
  reports++
  await subject.call('POST', '/api/agent/reports', {
    body: {
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
    },
  })
}

/** Makes every conclusion one day old. */
async function makeConclusionsOld({ client, userId }: Subject): Promise<void> {
  const memory = '(select id from memories where user_id = $1)'
  await client.query(
    `update product_conclusions set concluded_on = concluded_on - 1 where memory_id = ${memory}`,
    [userId],
  )
  await client.query(`update series set summed_on = summed_on - 1 where memory_id = ${memory}`, [userId])
}

const words = ['winter+hands+cold', 'gifts+made+to+last', 'spring+rest', 'stiff+after+a+run', 'launch+speed']

/** Requests whose cost must not depend on the size of the memory. `products` are the ones asked for. */
export async function prepareRequests(products: Map<Subject, string>): Promise<MemoryRequest[]> {
  const deep = new Map<Subject, string>()
  for (const subject of products.keys()) deep.set(subject, await readCursorAt(subject, 10))
  const ofProduct = (subject: Subject) => `productId=${products.get(subject)}`
  return [
    {
      name: 'history, first page',
      limit: 'the days of the series that it shows',
      send: (subject) => read(subject, 'history?', 'history'),
    },
    {
      name: 'history, page 10',
      limit: 'the days of the series that it shows',
      send: (subject) => read(subject, `history?cursor=${deep.get(subject)}`, 'history', DEEP_PAGE),
    },
    {
      name: 'history of a product',
      limit: 'the days of the series that it shows',
      send: (subject) => read(subject, `history?${ofProduct(subject)}`, 'history'),
    },
    {
      name: 'patterns of a product',
      limit: 'the query for products that are out of date',
      send: (subject) => read(subject, `patterns?${ofProduct(subject)}&minTier=loser`, 'patterns'),
    },
    {
      name: 'plan of a product',
      limit: 'the combinations that were tried, and the CEPs and characters that can be combined',
      send: async (subject) => {
        const { plan } = await subject.call('GET', `/api/agent/knowledge/plan?${ofProduct(subject)}&active=0`)
        if (plan.make.length === 0) throw new Error(`nothing is planned in ${subject.name}`)
      },
    },
    {
      name: 'drift',
      limit: 'the claims behind each reporter',
      send: (subject) => read(subject, 'drift?', 'drift'),
    },
    {
      name: 'search',
      limit: 'the records that share a word with the question, which are 60 at most',
      send: (subject, round) => read(subject, `search?q=${words[round % words.length]}`, 'hits'),
    },
    { name: 'one report in', limit: 'the days of the series', send: report },
  ]
}

/** Requests that recompute: their cost is printed and has no limit. */
export function listRecomputations(products: Map<Subject, string>): MemoryRequest[] {
  const patterns = (subject: Subject) =>
    read(subject, `patterns?productId=${products.get(subject)}&minTier=loser`, 'patterns')
  return [
    {
      name: 'patterns right after a report of the product',
      limit: 'the ads of the product',
      before: report,
      send: patterns,
    },
    {
      name: 'patterns of a product, first read of a day',
      limit: 'the rows of the product, which are weighted again',
      before: makeConclusionsOld,
      send: patterns,
    },
    {
      name: 'history, first read of a day',
      limit: 'all rows, which are weighted again',
      before: makeConclusionsOld,
      send: (subject) => read(subject, 'history?', 'history'),
    },
  ]
}
