import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DashboardFile, readBuilt } from './read-dashboard-files.ts'

/** The built documents by their path below `/docs/`; empty when they have not been built. */
export type SiteFiles = ReadonlyMap<string, DashboardFile>

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'site', 'dist')

/** Reads every file at start. The service runs without its documents, too. */
export function readSiteFiles(folder: string = BUILT): SiteFiles {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Map(
    names.flatMap((name) => {
      const file = readBuilt(join(folder, name))
      return file ? [[name, file] as const] : []
    }),
  )
}
