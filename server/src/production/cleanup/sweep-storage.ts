import { createHash } from 'node:crypto'
import { findKeptUploads } from '#catalog/photos'
import type { App } from '#platform/app'
import { findKeptFiles, findKeptRenditions } from '#production/media'
import { findSweepProgress, saveSweepProgress } from './sweep-progress.ts'

/** In the order of keys, so that one key says how far a pass has come. */
const FOLDERS = ['generated/', 'renditions/', 'thumbnails/', 'uploads/'] as const
const MARKS = 'databases/'

type Folder = (typeof FOLDERS)[number]
type Pass = { until: number; after: string | null; removed: number }

/**
 * Removes objects that no row names: of refused requests, crashes, and steps that were repeated with other
 * bytes. A pass over the whole storage continues where the last run stopped, each run for a limited time.
 *
 * It never takes an object that is about to be named. An object is old by the clock of the storage, which
 * starts again with each write, for much longer than a request or a job takes. And the database says that no
 * row can still come: see `findKeptFiles`, `findKeptRenditions` and `findKeptUploads`. Both age and rows are
 * asked for again right before a removal.
 */
export async function sweepStorage(app: App, runMs: number): Promise<number> {
  const { everyMs } = app.config.sweep
  if (everyMs === 0) return 0
  const progress = await findSweepProgress(app, everyMs)
  if (!progress || !(await isOurBucket(app, progress.databaseId))) return 0
  const pass: Pass = { until: Date.now() + runMs, after: progress.after, removed: 0 }
  for (const folder of FOLDERS) {
    if (pass.after !== null && pass.after >= `${folder}~`) continue
    if (!(await sweepFolder(app, folder, pass))) return pass.removed
  }
  await saveSweepProgress(app, null)
  return pass.removed
}

/** False when the time is over before the folder is done. */
async function sweepFolder(app: App, folder: Folder, pass: Pass): Promise<boolean> {
  for (let after = pass.after?.startsWith(folder) ? pass.after : folder; ; ) {
    if (Date.now() > pass.until) return false
    const { objects, listedAt, after: next } = await app.storage.list(folder, { after })
    const old = objects.filter(({ modifiedAt }) => isOld(app, modifiedAt, listedAt))
    pass.removed += await removeOrphans(
      app,
      folder,
      old.map(({ key }) => key),
    )
    const last = next ?? `${folder}~`
    await saveSweepProgress(app, last)
    if (next === undefined) return true
    after = next
  }
}

const isOld = (app: App, modifiedAt: Date, listedAt: Date): boolean =>
  listedAt.getTime() - modifiedAt.getTime() >= app.config.sweep.graceMs

async function removeOrphans(app: App, folder: Folder, keys: string[]): Promise<number> {
  let removed = 0
  for (const key of await findOrphans(app, folder, keys))
    if (await removeIfStillOrphan(app, folder, key)) removed++
  return removed
}

async function findOrphans(app: App, folder: Folder, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const kept = await findKept[folder](app, keys)
  return keys.filter((key) => !kept.has(key))
}

const findKept: Record<Folder, (app: App, keys: string[]) => Promise<Set<string>>> = {
  'generated/': ({ db }, keys) => findKeptFiles(db, keys),
  'renditions/': ({ db }, keys) => findKeptRenditions(db, keys),
  'thumbnails/': ({ db }, keys) => findKeptFiles(db, keys),
  'uploads/': ({ db, config }, keys) => findKeptUploads(db, keys, config.sweep.graceMs),
}

/** A repeated step may have written the object again since it was listed. */
async function removeIfStillOrphan(app: App, folder: Folder, key: string): Promise<boolean> {
  const { objects, listedAt } = await app.storage.list(key, { limit: 1 })
  const isStillOld = objects.some((one) => one.key === key && isOld(app, one.modifiedAt, listedAt))
  if (!isStillOld || (await findOrphans(app, folder, [key])).length === 0) return false
  await app.storage.remove(key)
  return true
}

/**
 * A bucket carries the mark of its database. In a bucket with the mark of another one, objects without a row
 * here may have one there, so nothing is removed.
 */
async function isOurBucket(app: App, databaseId: string): Promise<boolean> {
  const own = MARKS + databaseId
  const readMarks = async () => (await app.storage.list(MARKS)).objects.map(({ key }) => key)
  if (!(await readMarks()).includes(own)) {
    const bytes = Buffer.from('This bucket belongs to one database. Its sweep removes what no row names.\n')
    const sha256 = createHash('sha256').update(bytes).digest()
    await app.storage.put(own, { bytes }, { contentType: 'text/plain', sha256 })
  }
  const others = (await readMarks()).filter((key) => key !== own)
  if (others.length > 0)
    app.log.error(
      { others: others.join(' ') },
      'another database uses this bucket: unused objects are not removed',
    )
  return others.length === 0
}
