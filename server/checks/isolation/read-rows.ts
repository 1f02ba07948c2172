import { idKinds } from '@atelier/contract'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { openS3Client } from '../../harness/processes/index.ts'
import type { Environment } from './open-environment.ts'

/**
 * The rows of the victims by table, each as text. The victims are the user `victim`, and the user `twin` in
 * live mode: the twin's own test key is used for attacks on the twin's live content.
 */
export type Rows = Map<string, string[]>

/** For a row with the columns `user_id` and `mode`. $1 is the id of the victim, $2 that of the twin. */
const OWNER_CONDITION = `(user_id = $1 or (user_id = $2 and mode = 'live'))`
/** For a row that refers to a memory. `$owned` is replaced with `OWNER_CONDITION`. */
const MEMORY_CONDITION = 'memory_id in (select id from memories where $owned)'
/** For tables without owner columns: a row is the user, or belongs to the owner of another row. */
const CONDITION_BY_TABLE: Record<string, string> = {
  users: 'id = $1',
  key_secrets: 'key_id in (select id from api_keys where user_id = $1)',
  provider_submits: 'media_id in (select id from media where $owned)',
  callback_hints: 'media_id in (select id from media where $owned)',
  file_removals: 'media_id in (select id from media where $owned)',
  attachments: `product_id in (select id from products where $owned)
    or media_id in (select id from media where $owned)`,
  // An event names its payment by the id that Stripe gave it.
  payment_events: `subject in (select unnest(array[session_id, intent_id]) from checkouts where user_id = $1)
    or subject in (select intent_id from payments where user_id = $1)`,
  search_shares: 'owner_id in (select id from search_owners where $owned)',
  photo_counts: `holder_id in (select id from products where $owned
    union select id from characters where $owned)`,
  cep_counts: `target_id in (select id from products where $owned
    union select id from topics where $owned)`,
}
const TABLES_WITHOUT_OWNER = [
  'invitation_links',
  'invitations',
  'mail_turns',
  'migrations',
  'model_times',
  'oauth_clients',
  'partition_ranges',
  'payment_progress',
  'provider_breakers',
  'provider_pauses',
  'restores',
  'sign_up_links',
  'sweep_progress',
  'this_cell',
  'worker_pulses',
]
/** Left out of the comparison: they change whenever their user acts, or while a job waits. */
const VOLATILE_COLUMNS = [
  'last_used_at',
  'seen_at',
  'checked_at',
  'run_due_at',
  'check_at',
  'woken_at',
  'wake_token',
  'progress',
]

/** `condition`: the SQL condition that a row of the table belongs to the victims. */
type Table = { name: string; condition: string; hasMode: boolean }

async function readTables({ db }: Environment): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select t.table_name as name, array_agg(c.column_name::text) as columns
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
       join pg_class on relnamespace = 'public'::regnamespace and relname = table_name
     where table_schema = 'public' and table_type = 'BASE TABLE' and not relispartition
     group by 1 order by 1`,
  )
  return rows
    .filter(({ name }) => !TABLES_WITHOUT_OWNER.includes(name))
    .map(({ name, columns }) => {
      // Every statement gets both ids, and Postgres refuses a parameter that the statement does not use.
      const usesBoth = '$1::text is not null and $2::text is not null'
      const condition = `((${conditionFor(name, columns)}) and ${usesBoth})`
      return { name, condition, hasMode: columns.includes('mode') || !columns.includes('user_id') }
    })
}

/** Throws for a table whose owner is not known, so that a new table is not forgotten. */
function conditionFor(table: string, columns: string[]): string {
  const indirect = CONDITION_BY_TABLE[table] ?? (columns.includes('memory_id') ? MEMORY_CONDITION : undefined)
  if (indirect) return indirect.replaceAll('$owned', OWNER_CONDITION)
  if (columns.includes('user_id')) return columns.includes('mode') ? OWNER_CONDITION : 'user_id = $1'
  throw new Error(
    `the owner of the rows in table ${table} is unknown: ` +
      `add it to CONDITION_BY_TABLE or TABLES_WITHOUT_OWNER in ${import.meta.filename}`,
  )
}

const victimIds = ({ victim, twin }: Environment) => [victim.userId, twin.userId]

export async function readRows(environment: Environment): Promise<Rows> {
  const found: Rows = new Map()
  for (const { name, condition } of await readTables(environment)) {
    const { rows } = await environment.db.query<{ row: string }>(
      `select (to_jsonb(t) - $3::text[])::text as row from ${name} t where ${condition} order by 1`,
      [...victimIds(environment), VOLATILE_COLUMNS],
    )
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/**
 * The ids in the victims' rows, without those of the twin's user and keys: the twin is also an attacker, so
 * they rightly occur in other rows.
 */
export function idsIn({ twin }: Environment, rows: Rows): Set<string> {
  const ids = new Set(
    [...rows.values()]
      .flat()
      .join(' ')
      .match(/\b[a-z]{3}_[0-9A-Za-z]{22}\b/g),
  )
  for (const id of [twin.userId, ...(twin.live.existing.key ?? []), ...(twin.live.deleted.key ?? [])])
    ids.delete(id)
  // Clients of OAuth belong to nobody, and all users have the same one.
  return new Set([...ids].filter((id) => !id.startsWith(`${idKinds.client}_`)))
}

/** Rows of other users that contain an id of the victims. */
export async function findTraces(environment: Environment, ids: Set<string>): Promise<string[]> {
  // An empty pattern would match every row.
  if (ids.size === 0) throw new Error('the victims have no ids to search for')
  const traces: string[] = []
  for (const { name, condition, hasMode } of await readTables(environment)) {
    // Where a table does not tell the modes apart, the twin's own rows name what the twin has in live mode.
    const isTwins = hasMode ? 'false' : 'user_id = $2'
    // `is not true` includes rows without an owner, for which the condition is null.
    const { rows } = await environment.db.query<{ row: string }>(
      `select t::text as row from ${name} t
       where ${condition} is not true and not (${isTwins}) and t::text ~ $3`,
      [...victimIds(environment), [...ids].join('|')],
    )
    traces.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return traces
}

/** The stored objects that the victims' rows name, with their hashes and sizes. */
export async function readObjects({ system }: Environment, rows: Rows): Promise<string[]> {
  const { bucket } = system.s3
  const client = openS3Client(system.s3)
  const text = [...rows.values()].flat().join('\n')
  const found: string[] = []
  let after: string | undefined
  let hasMore: boolean
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, StartAfter: after }))
    const objects = page.Contents ?? []
    for (const { Key = '', ETag, Size } of objects)
      if (text.includes(Key)) found.push(`${Key} ${ETag} ${Size}`)
    after = objects.at(-1)?.Key
    hasMore = page.IsTruncated === true
  } while (hasMore)
  client.destroy()
  return found
}
