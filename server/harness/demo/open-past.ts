import { openDatabase } from '../driver/index.ts'

/** A database whose ledger shows another time until it is closed. */
export type Past = {
  /** From now on the clock of the ledger runs from this moment. */
  moveTo(at: Date): Promise<void>
  /** Runs statements as a superuser, in one transaction in which no trigger or foreign key is asked. */
  change(...statements: [text: string, values: unknown[]][]): Promise<void>
  close(): Promise<void>
}

const POST_ENTRY = 'post_entry(text, text, text, text, bigint, text, text, text, text)'

/**
 * The function of the ledger finds its clock by name: in front of the real one stands one that runs from
 * another moment. So the entries are posted as always, and their chains are valid.
 */
const OPEN = [
  `create schema past`,
  `create table past.moment (shown timestamptz not null, since timestamptz not null)`,
  `insert into past.moment values (pg_catalog.clock_timestamp(), pg_catalog.clock_timestamp())`,
  // The functions run with the rights of their owner, who must see the clock.
  `grant usage on schema past to public`,
  `create function past.clock_timestamp() returns timestamptz language sql volatile security definer as
   $$ select m.shown + (pg_catalog.clock_timestamp() - m.since) from past.moment m $$`,
  `alter function ${POST_ENTRY} set search_path = past, pg_catalog, public, pg_temp`,
]

const CLOSE = [
  `alter function ${POST_ENTRY} set search_path = public, pg_temp`,
  `drop schema if exists past cascade`,
]

/** What an earlier start left that was killed in the past. */
export async function leavePast(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  try {
    for (const statement of CLOSE) await database.query(statement)
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
    await run(plain([...CLOSE, ...OPEN]))
  } catch (error) {
    await database.end()
    throw error
  }
  return {
    moveTo: (at) => run([[`update past.moment set shown = $1, since = pg_catalog.clock_timestamp()`, [at]]]),
    change: (...statements) => run([[`set local session_replication_role = 'replica'`, []], ...statements]),
    close: () => run(plain(CLOSE)).finally(() => database.end()),
  }
}
