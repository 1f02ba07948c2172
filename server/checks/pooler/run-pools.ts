// A client of the probe: pools as the service opens them, each connection busy until the input ends.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb } from '../../src/platform/db/index.ts'

export type Order = { urls: string[]; connections: number }

export type Tally = {
  answers: number
  /** Connections that got no answer at all. */
  unanswered: number
  failures: string[]
  slowestMs: number
}

/** Between two statements of a connection, on average. Together they are 400 a second. */
const PAUSE_MS = 2_000

type Seen = { id: string; pid: number }
const SEEN = `select current_setting('app.user_id') as id, pg_backend_pid() as pid`

const { urls, connections }: Order = JSON.parse(process.argv[2] ?? '')
const tally: Tally = { answers: 0, unanswered: 0, failures: [], slowestMs: 0 }
let isOver = false
process.stdin.resume()
once(process.stdin, 'end').then(() => {
  isOver = true
})

const pools = urls.map((url) => openDb({ url, poolSize: connections, onIdleError: () => undefined }))
await Promise.all(
  pools.flatMap((db, pool) =>
    Array.from({ length: connections }, (_, line) => keepAsking(db, `${process.pid}-${pool}-${line}`)),
  ),
)
await Promise.all(pools.map((db) => db.close()))
process.stdout.write(JSON.stringify(tally))

async function keepAsking(db: Db, userId: string): Promise<void> {
  let answers = 0
  while (!isOver) {
    const askedAt = performance.now()
    try {
      // All connections of a pool at once at first, so that it opens them all.
      await (answers % 2 ? askInTransaction(db, userId) : askOnce(db, userId, answers === 0 ? 0.05 : 0))
      answers++
    } catch (error) {
      tally.failures.push((error as Error).message)
    }
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - askedAt)
    if (!isOver) await sleep(PAUSE_MS * (0.5 + Math.random()))
  }
  tally.answers += answers
  if (answers === 0) tally.unanswered++
}

async function askOnce(db: Db, userId: string, seconds: number): Promise<void> {
  const seen = await db.forOwner(userId).row<Seen>(`${SEEN} from pg_sleep($1)`, [seconds])
  if (seen?.id !== userId) throw new Error(`a statement for ${userId} ran for ${seen?.id}`)
}

/** A transaction stays on one connection of the database, with its owner. */
async function askInTransaction(db: Db, userId: string): Promise<void> {
  const [first, second] = await db.forOwner(userId).transaction(async (tx) => {
    return [await tx.row<Seen>(SEEN), await tx.row<Seen>(SEEN)]
  })
  if (first?.id !== userId || second?.id !== userId) throw new Error(`a transaction was not for ${userId}`)
  if (first.pid !== second.pid) throw new Error('a transaction changed its connection')
}
