import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentTypes, type DashboardFile, readBuilt } from './read-dashboard-files.ts'

/** The built documents by their path below `/docs/`; empty when they have not been built. */
export type SiteFiles = ReadonlyMap<string, DashboardFile>

/** The index of the search, and llms-full.txt. */
const CONTENT_TYPES: ContentTypes = {
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'site', 'dist')

/** Reads every file at start. The service runs without its documents, too. */
export function readSiteFiles(folder: string = BUILT): SiteFiles {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Map(
    names.flatMap((name) => {
      const file = readBuilt(join(folder, name), CONTENT_TYPES)
      return file ? [[name, file] as const] : []
    }),
  )
}
