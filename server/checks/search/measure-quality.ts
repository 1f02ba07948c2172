import pg from 'pg'
import { createUser, ownerOf } from '../../src/access/identity/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { ask, putSet } from './ask-ours.ts'
import { judgeRankings, type Quality, type Ranking, recallOf } from './judge-rankings.ts'
import { openRivals, type Rival } from './rank-plainly.ts'
import { languageOf, languages, readQueries, readRecords } from './read-set.ts'

const RECALL_MIN = 0.85
const RECIPROCAL_RANK_MIN = 0.7

type Say = (text: string) => void

/** Every question of the set is asked of ours and of what Postgres has on board; ours must be good enough. */
export async function measureQuality(db: Db, url: string, say: Say): Promise<boolean> {
  const records = readRecords()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rivals = [await openOurs(db), ...(await openRivals(client, records))]
  say(`${records.length} records, ${readQueries().length} questions: recall at 5, mean reciprocal rank`)
  say(['', ...languages, 'all'].map((name) => name.padEnd(12)).join(''))
  const overall: Quality[] = []
  for (const rival of rivals) {
    const rankings = await askAll(rival)
    const lines = languages.map((language) =>
      judgeRankings(rankings.filter(({ query }) => languageOf(query) === language)),
    )
    overall.push(judgeRankings(rankings))
    const cells = [...lines, judgeRankings(rankings)].map(shown)
    say([rival.name, ...cells].map((cell) => cell.padEnd(12)).join(''))
    if (rival === rivals[0])
      for (const missed of rankings.filter((one) => recallOf(one) < 1)) sayMissed(missed, say)
  }
  await client.end()
  const [ours] = overall as [Quality]
  return ours.recall >= RECALL_MIN && ours.reciprocalRank >= RECIPROCAL_RANK_MIN
}

const shown = ({ recall, reciprocalRank }: Quality) => `${recall.toFixed(2)} ${reciprocalRank.toFixed(2)}`

const sayMissed = ({ query, found }: Ranking, say: Say) =>
  say(`  not all of ${query.relevant.join(' ')} for "${query.query}": ${found.slice(0, 5).join(' ')}`)

async function askAll(rival: Rival): Promise<Ranking[]> {
  const rankings: Ranking[] = []
  for (const query of readQueries()) rankings.push({ query, found: await rival.rank(query.query) })
  return rankings
}

/** All languages are in the memory of one owner. */
async function openOurs(db: Db): Promise<Rival> {
  const id = (await createUser(db, { email: 'set@atelier.test', passwordHash: 'none' })) as string
  const owner = ownerOf(id, 'live')
  await putSet(db, owner)
  return { name: 'ours', rank: (query) => ask(db, owner, query) }
}
