import { createHash } from 'node:crypto'
import { findKeptUploads, listFilesOfPhotos, listFilesOfUploads } from '#catalog/photos'
import type { Db } from '#platform/db'
import type { Storage } from '#platform/storage'
import { findKeptFiles, listFilesOfJobs, type NamedFile, type NamedFiles } from '#production/media'

export type InventoryOptions = {
  db: Db
  storage: Storage
  /** Reads every file and compares its hash; otherwise sizes alone are compared. */
  isRead: boolean
  /** Called with one sentence for each file that is not as its row says. */
  onFinding: (sentence: string) => void
}

/** `extra`: objects that no row names or may still name. The sweep removes them when they are old. */
export type Inventory = { files: number; bytes: number; missing: number; wrong: number; extra: number }

type Folder = {
  /** What its keys begin with, before the id. */
  folder: string
  prefix: string
  list: (db: Db, after: string) => Promise<NamedFiles>
  findKept: (db: Db, keys: string[]) => Promise<Set<string>>
}

const PAGE = 500
const PARALLEL = 8
/** An upload that was written this long ago, and that no row names, is one of a request that failed. */
const UPLOAD_GRACE_MS = 172_800_000

const ofJobs = (folder: 'generated/' | 'thumbnails/'): Folder => ({
  folder,
  prefix: folder,
  list: (db, after) => listFilesOfJobs(db, folder, after, PAGE),
  findKept: findKeptFiles,
})

const ofUploads = (kind: string, list: typeof listFilesOfPhotos): Folder => ({
  folder: 'uploads/',
  prefix: `uploads/${kind}_`,
  list: (db, after) => list(db, after, PAGE),
  findKept: (db, keys) => findKeptUploads(db, keys, UPLOAD_GRACE_MS),
})

const folders = [
  ofJobs('generated/'),
  ofJobs('thumbnails/'),
  ofUploads('ast', listFilesOfUploads),
  ofUploads('pho', listFilesOfPhotos),
]

/**
 * Compares every file that a row names with the storage. Rows and objects are read side by side, both in the
 * order of their ids, so neither is held as a whole. The service may run meanwhile.
 */
export async function takeInventory(options: InventoryOptions): Promise<Inventory> {
  const inventory: Inventory = { files: 0, bytes: 0, missing: 0, wrong: 0, extra: 0 }
  for (const folder of folders) await takeFolder(options, folder, inventory)
  return inventory
}

async function takeFolder(options: InventoryOptions, folder: Folder, inventory: Inventory): Promise<void> {
  const objects = listObjects(options.storage, folder.prefix)
  let next = await objects.next()
  for (let after = ''; ; ) {
    const { files, last } = await folder.list(options.db, after)
    const until = last === undefined ? undefined : `${folder.folder}${last}~`
    const found = new Map<string, number>()
    while (!next.done && (until === undefined || next.value.key <= until)) {
      found.set(next.value.key, next.value.sizeBytes)
      next = await objects.next()
    }
    await compare(options, folder, { files, found }, inventory)
    if (last === undefined) return
    after = last
  }
}

type Page = { files: NamedFile[]; found: Map<string, number> }

async function compare(
  { db, storage, isRead, onFinding }: InventoryOptions,
  { findKept }: Folder,
  { files, found }: Page,
  inventory: Inventory,
): Promise<void> {
  const named = new Map(files.map((file) => [file.key, file]))
  const queue = named.values()
  const look = async () => {
    for (const file of queue) {
      inventory.files++
      inventory.bytes += file.sizeBytes
      // Objects are listed in advance: one that was written since is looked for by its key.
      const sizeBytes = found.get(file.key) ?? (await storage.findSize(file.key))
      if (sizeBytes === undefined) {
        // Meanwhile the row may have been removed, and the object after it.
        if (!(await findKept(db, [file.key])).has(file.key)) continue
        inventory.missing++
        onFinding(`missing: ${file.key} (${file.sizeBytes} bytes)`)
        continue
      }
      const wrong = await findWrong(storage, file, sizeBytes, isRead)
      if (!wrong) continue
      inventory.wrong++
      onFinding(`wrong: ${file.key} ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, look))
  const unnamed = [...found.keys()].filter((key) => !named.has(key))
  if (unnamed.length > 0) inventory.extra += unnamed.length - (await findKept(db, unnamed)).size
}

async function findWrong(storage: Storage, file: NamedFile, sizeBytes: number, isRead: boolean) {
  if (sizeBytes !== file.sizeBytes) return `has ${sizeBytes} bytes, and its row says ${file.sizeBytes}`
  if (!isRead) return undefined
  const hash = createHash('sha256')
  for await (const piece of await storage.open(file.key, 0, sizeBytes - 1)) hash.update(piece as Buffer)
  return hash.digest('hex') === file.sha256 ? undefined : 'has other bytes than its row says'
}

async function* listObjects(storage: Storage, prefix: string) {
  for (let after: string | undefined; ; ) {
    const page = await storage.list(prefix, after === undefined ? {} : { after })
    yield* page.objects
    if (page.after === undefined) return
    after = page.after
  }
}
