import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A built file of the dashboard or of the documents: its bytes, and the same bytes compressed. */
export type DashboardFile = { contentType: string; etag: string; bytes: Buffer; br?: Buffer; gzip?: Buffer }

export type ContentTypes = Readonly<Record<string, string>>

/** What a browser may download. `page` is undefined when the dashboard has not been built. */
export type DashboardFiles = {
  page: DashboardFile | undefined
  /** By the name in the URL. No other file on disk can be requested. */
  assets: ReadonlyMap<string, DashboardFile>
}

/** Files of other types are not served. */
const CONTENT_TYPES: ContentTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'dashboard', 'dist')

/** Reads every file at start. The service runs without a dashboard, too: agents need none. */
export function readDashboardFiles(folder: string = BUILT): DashboardFiles {
  const assets = join(folder, 'assets')
  const names = existsSync(assets) ? readdirSync(assets) : []
  return {
    page: readBuilt(join(folder, 'index.html')),
    assets: new Map(
      names.flatMap((name) => {
        const file = readBuilt(join(assets, name))
        return file ? [[name, file] as const] : []
      }),
    ),
  }
}

/** `more`: types beside those of the dashboard. */
export function readBuilt(path: string, more: ContentTypes = {}): DashboardFile | undefined {
  const contentType = { ...CONTENT_TYPES, ...more }[path.replace(/^.*\./, '.')]
  if (!contentType || !existsSync(path)) return undefined
  const bytes = readFileSync(path)
  return {
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    bytes,
    ...(existsSync(`${path}.br`) && { br: readFileSync(`${path}.br`) }),
    ...(existsSync(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
  }
}
