import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** So many files hold a list whose records are looked up: one of them must fit into memory. */
export const BUCKETS = 128
const FLUSH_CHARACTERS = 16_384

/** Lists on disk. A month may have millions of rows, and memory must not grow with them. */
export type Spill = {
  /** Records with the same key are in the same bucket. */
  add(list: string, key: string, record: unknown): void
  readBucket<Record>(list: string, bucket: number): Promise<Record[]>
  readAll<Record>(list: string): AsyncGenerator<Record>
  close(): void
}

export function openSpill(tempDir: string): Spill {
  mkdirSync(tempDir, { recursive: true })
  const folder = mkdtempSync(join(tempDir, 'reconcile-'))
  const waiting = new Map<string, string>()
  const fileOf = (list: string, bucket: number) => join(folder, `${list}.${bucket}`)
  const flush = (file: string) => {
    const text = waiting.get(file)
    if (text) appendFileSync(file, text, { mode: 0o600 })
    waiting.delete(file)
  }
  return {
    add(list, key, record) {
      const file = fileOf(list, bucketOf(key))
      const text = `${waiting.get(file) ?? ''}${JSON.stringify(record)}\n`
      waiting.set(file, text)
      if (text.length > FLUSH_CHARACTERS) flush(file)
    },
    async readBucket<Record>(list: string, bucket: number) {
      const file = fileOf(list, bucket)
      flush(file)
      if (!existsSync(file)) return []
      const lines = (await readFile(file, 'utf8')).split('\n')
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Record)
    },
    async *readAll<Record>(list: string) {
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const file = fileOf(list, bucket)
        flush(file)
        if (!existsSync(file)) continue
        for await (const line of createInterface({ input: createReadStream(file) }))
          yield JSON.parse(line) as Record
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const bucketOf = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE() % BUCKETS
