import { openDatabase } from '../driver/index.ts'
import { CLOSE_PAST_CLOCK, openPastClock } from '../past-clock/index.ts'

/** A database whose ledger shows another time until it is closed. */
export type Past = {
  /** From now on the clock of the ledger runs from this moment. */
  moveTo(at: Date): Promise<void>
  /** Runs statements as a superuser, in one transaction in which no trigger or foreign key is asked. */
  change(...statements: [text: string, values: unknown[]][]): Promise<void>
  close(): Promise<void>
}

/** A clock that runs from the moment in a table: the service has connections of its own. */
const OPEN = openPastClock(`(select m.shown + (pg_catalog.clock_timestamp() - m.since) from past.moment m)`, [
  `create table past.moment (shown timestamptz not null, since timestamptz not null)`,
  `insert into past.moment values (pg_catalog.clock_timestamp(), pg_catalog.clock_timestamp())`,
])

/** What an earlier start left that was killed in the past. */
export async function leavePast(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  try {
    for (const statement of CLOSE_PAST_CLOCK) await database.query(statement)
  } finally {
    await database.end()
  }
}

/** For a development system alone: until `close`, every charge is posted in the past. */
export async function openPast(databaseUrl: string): Promise<Past> {
  const database = await openDatabase(databaseUrl)
  const run = async (statements: [text: string, values: unknown[]][]) => {
    await database.query('begin')
    try {
      for (const [text, values] of statements) await database.query(text, values)
      await database.query('commit')
    } catch (error) {
      await database.query('rollback')
      throw error
    }
  }
  const plain = (texts: string[]) => texts.map((text): [string, unknown[]] => [text, []])
  try {
    // An earlier start may have been killed in the past.
    await run(plain([...CLOSE_PAST_CLOCK, ...OPEN]))
  } catch (error) {
    await database.end()
    throw error
  }
  return {
    moveTo: (at) => run([[`update past.moment set shown = $1, since = pg_catalog.clock_timestamp()`, [at]]]),
    change: (...statements) => run([[`set local session_replication_role = 'replica'`, []], ...statements]),
    close: () => run(plain(CLOSE_PAST_CLOCK)).finally(() => database.end()),
  }
}
