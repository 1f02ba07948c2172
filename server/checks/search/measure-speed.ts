import { openDatabase } from '../../harness/driver/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { type Check, print, quantile } from '../../harness/report/index.ts'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import {
  findCandidates,
  recountShares,
  reindexRecords,
  type SearchQuery,
} from '../../src/catalog/search/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { fillRecords, newText } from './fill-records.ts'
import { judgeRankings, type Ranking } from './judge-rankings.ts'
import { type Asking, newQueries } from './new-queries.ts'
import { newWords } from './new-words.ts'
import { readQueries } from './read-set.ts'
import { indexSet, searchRecords } from './search-records.ts'

const WORST_MS = 50
/** How much longer four phrasings may take than one, at p99. */
const PHRASED_MOST = 1.3
const PHRASINGS = 4
const ASKED = 2_000
/** The first queries open connections and plan statements. */
const WARM = 130
const OTHERS = 100
const CANDIDATES_MAX = 200

/**
 * One user with `records` records, and a hundred others with as many together. Each query is timed around
 * `findCandidates` in this process, one after the other, with its five round trips to a database on the same
 * machine.
 */
export async function measureSpeed(db: Db, url: string, records: number): Promise<Check[]> {
  const random = seededRandom(1)
  const words = newWords(random)
  const owner = await fill(db, url, { records, newBody: () => newText(words, random) })
  await printFound(db, owner)
  const took = await time(db, owner, newQueries(words, random, WARM + ASKED))
  for (const { kind, one, four } of took)
    print(`  ${kind.padEnd(24)} one phrasing ${shown(one)}; four ${shown(four)}`)
  const [one, four] = [took.flatMap((kind) => kind.one), took.flatMap((kind) => kind.four)]
  print(`  ${'all'.padEnd(24)} one phrasing ${shown(one)}; four ${shown(four)}`)
  const [p99, fourP99] = [quantile(one, 0.99), quantile(four, 0.99)]
  return [
    {
      sentence: `p99 is at most ${WORST_MS} ms`,
      failures: p99 <= WORST_MS ? [] : [`${p99.toFixed(1)} ms`],
    },
    {
      sentence: `p99 of four phrasings is at most ${PHRASED_MOST} times that of one`,
      failures: fourP99 <= PHRASED_MOST * p99 ? [] : [`${(fourP99 / p99).toFixed(2)} times`],
    },
  ]
}

async function fill(
  db: Db,
  url: string,
  { records, newBody }: { records: number; newBody: () => string },
): Promise<Owner> {
  const began = performance.now()
  const client = await openDatabase(url)
  const newUser = async (name: string) =>
    (await createUser(db, { email: `${name}@atelier.test`, passwordHash: 'none' })) as string
  const userId = await newUser('one')
  const others: string[] = []
  for (let i = 0; i < OTHERS; i++) others.push(await newUser(`other${i}`))
  await fillRecords(client, [userId], { records, name: 'one-', newBody })
  await fillRecords(client, others, { records, name: 'other-', newBody })
  // Filling both indexes row by row would take ten times as long as creating them at the end.
  await client.query(`drop index search_records_words, search_records_grams`)
  await reindexRecords(db)
  await client.query(`vacuum (full, analyze) search_records`)
  for (const column of ['words', 'grams'])
    await client.query(
      `create index search_records_${column} on search_records using gin (${column}) with (fastupdate = off)`,
    )
  const owner = ownerOf(userId, 'live')
  await indexSet(db, owner)
  await recountShares(db)
  const { rows } = await client.query<{ heap: string; words: string; grams: string }>(
    `select pg_size_pretty(pg_table_size('search_records')) as heap,
       pg_size_pretty(pg_relation_size('search_records_words')) as words,
       pg_size_pretty(pg_relation_size('search_records_grams')) as grams`,
  )
  await client.end()
  const seconds = Math.round((performance.now() - began) / 1000)
  print(`${2 * records} records, half of them of one user, filled in ${seconds} s`)
  print(`the table has ${rows[0]?.heap}, its words ${rows[0]?.words}, its grams ${rows[0]?.grams}`)
  return owner
}

/**
 * There is no limit for this: some random texts of the same words match a query as well as the right record.
 */
async function printFound(db: Db, owner: Owner): Promise<void> {
  const rankings: Ranking[] = []
  for (const query of readQueries())
    rankings.push({ query, found: await searchRecords(db, owner, [query.query]) })
  const { recall, reciprocalRank } = judgeRankings(rankings)
  print(
    `the set among them: recall at 5 ${recall.toFixed(2)}, mean reciprocal rank ${reciprocalRank.toFixed(2)}`,
  )
}

type Took = { kind: string; one: number[]; four: number[] }

/** Each query alone, and as the first of four phrasings: with the next queries of its kind. */
async function time(db: Db, owner: Owner, queries: Asking[]): Promise<Took[]> {
  const took = new Map<string, Took>()
  const measure = async (question: SearchQuery) => {
    const start = performance.now()
    const found = await findCandidates(db, owner, question)
    const ms = performance.now() - start
    if (found.length > CANDIDATES_MAX) throw new Error(`${found.length} candidates for ${question.query}`)
    return ms
  }
  const byKind = Map.groupBy(queries, ({ kind }) => kind)
  for (const [at, { kind, ...question }] of queries.entries()) {
    const same = byKind.get(kind) ?? []
    const next = Math.floor(at / byKind.size) + 1
    const also = Array.from({ length: PHRASINGS - 1 }, (_, i) => same[(next + i) % same.length]?.query ?? '')
    const [one, four] = [await measure(question), await measure({ ...question, also })]
    if (at < WARM) continue
    const times = took.get(kind) ?? { kind, one: [], four: [] }
    took.set(kind, times)
    times.one.push(one)
    times.four.push(four)
  }
  return [...took.values()]
}

const shown = (times: number[]): string => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1))
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`
}
