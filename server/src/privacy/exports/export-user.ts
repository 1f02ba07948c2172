import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { listOwnedTables, type OwnedTable } from './owned-tables.ts'

/** What was written: the number of rows by table, and of files. */
export type UserExport = { rows: Record<string, number>; files: number }

type StoredRow = Record<string, unknown>
type FileToCopy = { key: string; sizeBytes: number }

const PAGE = 1_000
/** What proves who a user is: a reader of the export must not be able to use it. */
const SECRETS = ['password_hash', 'digest', 'sealed', 'wake_token', 'salt', 'challenge']

/**
 * Writes everything about a user into a new folder: `tables/<name>.jsonl` with one row a line, of one moment,
 * and `files/` with every stored file that is not erased.
 */
export async function exportUser(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  userId: string,
  folder: string,
): Promise<UserExport> {
  await mkdir(join(folder, 'tables'), { recursive: true })
  const rows: Record<string, number> = {}
  const files = await db.transaction(
    async (tx) => {
      const found: FileToCopy[] = []
      for (const table of (await listOwnedTables(tx)).owned) {
        const all: string[] = []
        for await (const row of readRows(tx, table, userId)) {
          all.push(`${JSON.stringify(row)}\n`)
          found.push(...filesOf(row))
        }
        rows[table.name] = all.length
        await writeFile(join(folder, 'tables', `${table.name}.jsonl`), all.join(''), { flag: 'wx' })
      }
      return found
    },
    { isSnapshot: true },
  )
  for (const { key, sizeBytes } of files) {
    const path = join(folder, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(await storage.open(key, 0, sizeBytes - 1), createWriteStream(path))
  }
  await writeFile(
    join(folder, 'summary.json'),
    JSON.stringify({ userId, rows, files: files.length }, null, 2),
  )
  return { rows, files: files.length }
}

async function* readRows(tx: Tx, { name, condition }: OwnedTable, userId: string): AsyncGenerator<StoredRow> {
  await tx.rows(
    `declare exported_${name} no scroll cursor for
     select to_jsonb(owned) - $2::text[] as row from "${name}" as owned where ${condition}`,
    [userId, SECRETS],
  )
  for (;;) {
    const page = await tx.rows<{ row: StoredRow }>(`fetch ${PAGE} from exported_${name}`)
    for (const { row } of page) yield row
    if (page.length < PAGE) break
  }
  await tx.rows(`close exported_${name}`)
}

/** The objects that a row names, unless they were removed or erased. */
function filesOf(row: StoredRow): FileToCopy[] {
  const { object_key, size_bytes, thumbnail_key, thumbnail_bytes } = row
  if (row.erased_at || row.removed_at || typeof object_key !== 'string') return []
  const file = { key: object_key, sizeBytes: Number(size_bytes) }
  if (typeof thumbnail_key !== 'string') return [file]
  return [file, { key: thumbnail_key, sizeBytes: Number(thumbnail_bytes) }]
}
