import type { Config } from '#platform/config'
import { claimCell, type InspectedDatabase, inspectDatabase, inspectPooler } from '#platform/db'
import { type Finding, failure, note, ok } from './finding.ts'

type DatabaseConfig = Pick<
  Config,
  'cell' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'databasePoolSize' | 'heavyPoolSize'
>

const VERSION_LEAST = 150_000
const ROLES = { api: 'atelier_api', worker: 'atelier_worker' }
/** For backups, standbys and people. */
const SPARE_CONNECTIONS = 10
const CLOCK_MS = 5_000
/** Until their loss these protect what was acknowledged. */
const MUST_BE_ON = ['fsync', 'full_page_writes'] as const

const UNREACHABLE = 'Start PostgreSQL, and correct host, port, name and password (docs/database-roles.md).'

/** The database at every address that is named, as this process would use it. */
export async function checkDatabase(config: DatabaseConfig, role: 'api' | 'worker'): Promise<Finding[]> {
  const direct = await look('DATABASE_DIRECT_URL', config.databaseDirectUrl)
  if ('kind' in direct) return [direct]
  if (direct.isPooled)
    return [
      failure(
        'session locks would be taken through a pooler',
        'Set DATABASE_DIRECT_URL to the database itself, and DATABASE_URL to the pooler.',
      ),
    ]
  const found = [
    ...judgeServer(direct, config),
    ...judgeRole(direct, role),
    ...(await judgeSchema(direct, config)),
    ...(config.databaseUrl === config.databaseDirectUrl ? [] : await checkPooler(config.databaseUrl)),
    ...(role === 'api' ? await checkReplica(config.databaseReplicaUrl) : []),
  ]
  const version = `${Math.floor(direct.version / 10_000)}.${direct.version % 10_000}`
  const shown = `PostgreSQL ${version} as ${direct.user}`
  return found.some(({ kind }) => kind === 'failure') ? found : [ok(shown), ...found]
}

async function look(setting: string, url: string): Promise<InspectedDatabase | Finding> {
  try {
    return await inspectDatabase(url)
  } catch (error) {
    return failure(`${setting}: ${(error as Error).message}`, UNREACHABLE)
  }
}

function judgeServer(server: InspectedDatabase, config: DatabaseConfig): Finding[] {
  const found: Finding[] = []
  if (server.version < VERSION_LEAST)
    found.push(
      failure(`PostgreSQL ${server.version} is too old`, 'Use PostgreSQL 18; 15 is the oldest that works.'),
    )
  if (server.isReadOnly)
    found.push(failure('the database is read only', 'Name the primary, or several hosts (docs/settings.md).'))
  for (const name of MUST_BE_ON)
    if (server.settings[name] !== 'on')
      found.push(
        failure(`${name} is ${server.settings[name]}: a crash loses money`, `alter system set ${name} = on`),
      )
  if (server.settings.synchronous_commit === 'off')
    found.push(
      failure(
        'synchronous_commit is off: a crash loses acknowledged orders',
        'alter system set synchronous_commit = on',
      ),
    )
  if (server.settings.data_checksums !== 'on')
    found.push(note('data checksums are off: pg_checksums --enable'))
  const wanted = config.databasePoolSize + config.heavyPoolSize
  if (config.databaseUrl === config.databaseDirectUrl && wanted > server.connectionsMax - SPARE_CONNECTIONS)
    found.push(
      failure(
        `one process may open ${wanted} of the ${server.connectionsMax} connections that the database takes`,
        'Raise max_connections, lower DATABASE_POOL_SIZE, or put a pooler in between.',
      ),
    )
  return found
}

/** The clocks of tokens, signatures and prices are ours; those of deadlines are the database's. */
export async function checkClock({
  databaseDirectUrl,
}: Pick<Config, 'databaseDirectUrl'>): Promise<Finding[]> {
  const server = await look('DATABASE_DIRECT_URL', databaseDirectUrl)
  if ('kind' in server) return [note('the clock was not compared: the database did not answer')]
  const seconds = `${(Math.abs(server.clockAheadMs) / 1000).toFixed(1)} s`
  if (Math.abs(server.clockAheadMs) <= CLOCK_MS) return [ok(`${seconds} from that of the database`)]
  return [
    failure(
      `the clock is ${seconds} ${server.clockAheadMs > 0 ? 'behind' : 'ahead of'} that of the database`,
      'Let both machines follow a time server (systemd-timesyncd or chrony).',
    ),
  ]
}

function judgeRole(server: InspectedDatabase, role: 'api' | 'worker'): Finding[] {
  const found: Finding[] = []
  const wanted = ROLES[role]
  if (server.isSuperuser || server.bypassesPolicies)
    found.push(
      failure(
        `${server.user} is not bound by row-level security: one mistake would show the rows of all users`,
        `Let the ${role} log in as ${wanted}.`,
      ),
    )
  else if (server.user !== wanted)
    found.push(failure(`the ${role} logs in as ${server.user}`, `Let it log in as ${wanted}.`))
  else if (server.isMigrated && server.missingLimits.length > 0)
    found.push(
      failure(
        `${server.user} has no ${server.missingLimits.join(', ')}: one statement may wait for ever`,
        'Run `pnpm admin migrate` as a login that may change roles (docs/database-roles.md).',
      ),
    )
  return found
}

async function judgeSchema(server: InspectedDatabase, config: DatabaseConfig): Promise<Finding[]> {
  if (!server.isMigrated)
    return [
      failure('the database has no schema yet', 'Run `pnpm admin migrate` with MIGRATION_DATABASE_URL.'),
    ]
  try {
    await claimCell(config.databaseDirectUrl, config.cell)
  } catch (error) {
    return [failure((error as Error).message, 'Correct CELL, or DATABASE_URL.')]
  }
  return judgePending(server)
}

const judgePending = ({ pending }: InspectedDatabase): Finding[] =>
  pending === undefined || pending.length === 0
    ? []
    : [
        failure(
          `${pending.length} migrations are missing, from ${pending[0]} on`,
          'Run `pnpm admin migrate`.',
        ),
      ]

async function checkPooler(url: string): Promise<Finding[]> {
  try {
    const pooler = await inspectPooler(url)
    if (pooler.mode === 'statement')
      return [failure('the pooler takes no transactions', 'Set pool_mode = transaction in PgBouncer.')]
    if (!pooler.preparesStatements)
      return [
        failure(
          'the pooler loses prepared statements between transactions',
          'Use PgBouncer 1.24 or later, with max_prepared_statements = 1000.',
        ),
      ]
    return [
      pooler.mode === 'session'
        ? note('the pooler lends a connection for a whole session, which saves none: pool_mode = transaction')
        : ok('the pooler lends connections for transactions'),
    ]
  } catch (error) {
    return [
      failure(`DATABASE_URL: ${(error as Error).message}`, 'Start the pooler, or correct DATABASE_URL.'),
    ]
  }
}

async function checkReplica(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return []
  const replica = await look('DATABASE_REPLICA_URL', url)
  return 'kind' in replica ? [note(`${replica.text}; it is passed over until it answers`)] : []
}

/** What `admin migrate` needs: a login that may create tables and, before the first time, roles. */
export async function checkMigrationLogin(url: string): Promise<Finding[]> {
  const server = await look('MIGRATION_DATABASE_URL', url)
  if ('kind' in server) return [server]
  if (!server.mayMigrate)
    return [
      failure(
        `${server.user} may not migrate this database`,
        'Use a superuser, or let an administrator create the roles (docs/database-roles.md).',
      ),
    ]
  if (!server.isMigrated) return [note('the database has no schema yet: `pnpm admin migrate` makes it')]
  const missing = judgePending(server)
  return missing.length > 0 ? missing : [ok(`${server.user} may migrate; nothing is missing`)]
}
