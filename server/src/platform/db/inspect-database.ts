import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { withPlainClient } from './with-plain-client.ts'

/** What a login finds at an address of the database. Nothing is written. */
export type InspectedDatabase = {
  /** Such as 180004. */
  version: number
  user: string
  isPooled: boolean
  isReadOnly: boolean
  isSuperuser: boolean
  bypassesPolicies: boolean
  /** May it become the role that owns every table? Before the first migration there is none. */
  mayMigrate: boolean
  isMigrated: boolean
  /** Which migrations were not applied; undefined when this login may not know. */
  pending: string[] | undefined
  /** Time limits that the role should have and has not. */
  missingLimits: string[]
  settings: Record<'fsync' | 'full_page_writes' | 'synchronous_commit' | 'data_checksums', string>
  connectionsMax: number
  /** How far the clock of the database is ahead of ours. */
  clockAheadMs: number
}

const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
const migrationFolder = new URL('migrations/', import.meta.url)

/** Looks at a database through one connection. */
export const inspectDatabase = (url: string): Promise<InspectedDatabase> =>
  withPlainClient(url, async (client) => {
    const before = Date.now()
    const { rows } = await client.query<Row>(FACTS)
    const after = Date.now()
    const facts = rows[0] as Row
    const { processID } = client as unknown as { processID: number }
    const { settings } = facts
    return {
      version: Number(facts.version),
      user: facts.user,
      isPooled: facts.pid !== processID,
      isReadOnly: facts.read_only === 'on',
      isSuperuser: facts.rolsuper,
      bypassesPolicies: facts.rolbypassrls,
      mayMigrate: facts.may_migrate,
      isMigrated: facts.is_migrated,
      pending: facts.may_list ? await listPending(client) : undefined,
      missingLimits: LIMITS.filter((name) => !facts.config?.some((one) => one.startsWith(`${name}=`))),
      settings,
      connectionsMax: Number(facts.connections),
      clockAheadMs: facts.now.getTime() - (before + after) / 2,
    }
  })

type Row = {
  version: string
  user: string
  pid: number
  read_only: string
  rolsuper: boolean
  rolbypassrls: boolean
  may_migrate: boolean
  is_migrated: boolean
  may_list: boolean
  config: string[] | null
  settings: InspectedDatabase['settings']
  connections: string
  now: Date
}

const FACTS = `
  select current_setting('server_version_num') as version, current_user::text as user,
    pg_backend_pid() as pid, current_setting('transaction_read_only') as read_only,
    r.rolsuper, r.rolbypassrls, r.rolconfig as config,
    r.rolsuper or case when to_regrole('atelier_owner') is null then r.rolcreaterole
      else pg_has_role('atelier_owner', 'member') end as may_migrate,
    to_regprocedure('claim_cell(text)') is not null as is_migrated,
    coalesce(has_table_privilege(to_regclass('migrations'), 'select'), false)
      or (to_regclass('migrations') is not null and to_regrole('atelier_owner') is not null
        and pg_has_role(to_regrole('atelier_owner'), 'member')) as may_list,
    jsonb_build_object('fsync', current_setting('fsync'),
      'full_page_writes', current_setting('full_page_writes'),
      'synchronous_commit', current_setting('synchronous_commit'),
      'data_checksums', current_setting('data_checksums')) as settings,
    current_setting('max_connections') as connections, clock_timestamp() as now
  from pg_roles r where r.rolname = current_user`

async function listPending(client: pg.Client): Promise<string[]> {
  await client.query('begin')
  await client.query('set local role atelier_owner').catch(() => client.query('rollback'))
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  await client.query('rollback')
  const done = new Set(rows.map(({ name }) => name))
  const all = (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql'))
  return all.filter((name) => !done.has(name)).sort()
}
