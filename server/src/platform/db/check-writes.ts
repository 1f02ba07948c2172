import type pg from 'pg'
import { DatabaseUnavailable } from './failures.ts'

/** Who asks whether we are healthy does not wait long for the answer. */
const CHECK_MS = 3_000

/**
 * A commit that writes to the log, and a sort that is too large for its memory, so that it writes to the disk
 * of the data. Neither touches a table. The commit does not wait for a standby: one that nobody waits for any
 * more would keep its connection for as long as the standby is away. The commits of requests show that: they
 * wait for the standby, most for milliseconds, also on a busy machine.
 */
const CHECK = `begin;
  set local work_mem = '64kB';
  set local synchronous_commit = local;
  select current_setting('transaction_read_only') as read_only;
  select from pg_stat_activity where wait_event = 'SyncRep' and query_start < now() - interval '2 s' limit 1;
  select pg_logical_emit_message(true, 'atelier', 'check');
  select count(*) from (select md5(n::text) as line from generate_series(1, 3000) n order by line offset 1) s;
  commit`
/** Where the answer of its statement is. */
const READ_ONLY = 3
const UNCONFIRMED = 4

/** Throws when the database accepts no writes: a standby, read only, a full disk, or its standby is away. */
export async function checkWrites(connection: pg.ClientBase): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = { text: CHECK, query_timeout: CHECK_MS }
  // A failure leaves a transaction open, so the connection is closed: that is what this class is for.
  const results = (await connection.query(query).catch((error) => {
    throw new DatabaseUnavailable(error)
  })) as unknown as pg.QueryResult<{ read_only?: string }>[]
  if (results[READ_ONLY]?.rows[0]?.read_only === 'on')
    throw new DatabaseUnavailable(Object.assign(new Error('it is read only'), { code: '25006' }))
  if (results[UNCONFIRMED]?.rows.length)
    throw new DatabaseUnavailable(new Error('commits are not confirmed: its standby is away'))
}
