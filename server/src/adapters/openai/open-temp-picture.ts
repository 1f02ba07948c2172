import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSource } from '#platform/providers'

export type TempPicture = {
  write(bytes: Buffer): Promise<void>
  /** Writes the last bytes. */
  finish(bytes: Buffer): Promise<void>
  discard(): Promise<void>
  toSource(contentType: string | undefined): FileSource
}

/** A picture in a file of its own. A worker that starts removes what a killed one left in the folder. */
export async function openTempPicture(folder: string): Promise<TempPicture> {
  const path = join(folder, `openai-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  const discard = async () => {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
  }
  return {
    write: (bytes) => file.appendFile(bytes),
    async finish(bytes) {
      await file.appendFile(bytes)
      await file.close()
    },
    discard,
    toSource: (contentType) => ({
      kind: 'stream',
      open: async () => createReadStream(path),
      discard,
      ...(contentType !== undefined && { contentType }),
    }),
  }
}
