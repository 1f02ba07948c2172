import { openDatabase } from '../../harness/driver/index.ts'
import { type Check, print } from '../../harness/report/index.ts'
import { createUser, ownerOf } from '../../src/access/identity/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { judgeRankings, type Quality, type Ranking, recallOf } from './judge-rankings.ts'
import { openRivals, type Rival } from './open-rivals.ts'
import { languageOf, languages, readQueries, readRecords } from './read-set.ts'
import { indexSet, searchRecords } from './search-records.ts'

const RECALL_MIN = 0.85
const RECIPROCAL_RANK_MIN = 0.7

/**
 * Sends every query of the set to this search and to those built into Postgres; this one must be good enough.
 */
export async function measureQuality(db: Db, url: string): Promise<Check> {
  const records = readRecords()
  const client = await openDatabase(url)
  const rivals = [await openService(db), ...(await openRivals(client, records))]
  print(`${records.length} records, ${readQueries().length} questions: recall at 5, mean reciprocal rank`)
  print(['', ...languages, 'all'].map((name) => name.padEnd(12)).join(''))
  const overall: Quality[] = []
  for (const rival of rivals) {
    const rankings = await askAll(rival)
    const lines = languages.map((language) =>
      judgeRankings(rankings.filter(({ query }) => languageOf(query) === language)),
    )
    overall.push(judgeRankings(rankings))
    const cells = [...lines, judgeRankings(rankings)].map(shown)
    print([rival.name, ...cells].map((cell) => cell.padEnd(12)).join(''))
    if (rival === rivals[0])
      for (const missed of rankings.filter((one) => recallOf(one) < 1)) printMissed(missed)
  }
  await client.end()
  const [ours] = overall as [Quality]
  const isGood = ours.recall >= RECALL_MIN && ours.reciprocalRank >= RECIPROCAL_RANK_MIN
  const sentence = `recall is at least ${RECALL_MIN}, mean reciprocal rank at least ${RECIPROCAL_RANK_MIN}`
  return { sentence, failures: isGood ? [] : [shown(ours)] }
}

const shown = ({ recall, reciprocalRank }: Quality) => `${recall.toFixed(2)} ${reciprocalRank.toFixed(2)}`

const printMissed = ({ query, found }: Ranking) =>
  print(`  not all of ${query.relevant.join(' ')} for "${query.query}": ${found.slice(0, 5).join(' ')}`)

async function askAll(rival: Rival): Promise<Ranking[]> {
  const rankings: Ranking[] = []
  for (const query of readQueries()) rankings.push({ query, found: await rival.rank(query.query) })
  return rankings
}

/** All languages are in the memory of one owner. */
async function openService(db: Db): Promise<Rival> {
  const id = (await createUser(db, { email: 'set@atelier.test', passwordHash: 'none' })) as string
  const owner = ownerOf(id, 'live')
  await indexSet(db, owner)
  return { name: 'ours', rank: (query) => searchRecords(db, owner, [query]) }
}
