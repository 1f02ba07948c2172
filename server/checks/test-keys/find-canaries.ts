import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { queryDatabase } from '../../harness/driver/index.ts'

/** The files below these folders that hold one of the words: logs, data of the engine, pages of tables. */
export async function findInFiles(folders: string[], words: string[]): Promise<string[]> {
  const found: string[] = []
  let read = 0
  for (const folder of new Set(folders)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile()) continue
      read++
      if (await holds(path, words)) found.push(path.slice(folder.length + 1))
    }
  }
  if (read < 10) found.push(`only ${read} files were read`)
  return found
}

/** A word may begin in one chunk and end in the next. A file may be removed meanwhile. */
async function holds(path: string, words: string[]): Promise<boolean> {
  const longest = Math.max(...words.map(({ length }) => length))
  let tail = ''
  try {
    for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
      const text = `${tail}${chunk}`
      if (words.some((word) => text.includes(word))) return true
      tail = text.slice(-longest)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  return false
}

/** The tables in which a row holds one of the words, also where the database has packed it. */
export function findInDatabase(databaseUrl: string, words: string[]): Promise<string[]> {
  return queryDatabase(databaseUrl, async (query) => {
    const tables = await query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const isFound = words.map((word) => `t::text like '%${word}%'`).join(' or ')
    const found: string[] = []
    for (const { name } of tables) {
      const [row] = await query<{ count: number }>(`select count(*) as count from ${name} t where ${isFound}`)
      if (row && row.count > 0) found.push(`${row.count} rows of ${name}`)
    }
    return tables.length < 10 ? [...found, `there are only ${tables.length} tables`] : found
  })
}
