import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No download takes this long: an older file was left behind by a killed worker. */
const STALE_MS = 3_600_000

/** Other workers may share the folder, so only files that no process can still use are removed. */
export async function sweepTempFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file && Date.now() - file.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}
