import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Transform } from 'node:stream'
import type { FileSource } from './provider.ts'

const ANSWER_BYTES_MAX = 512 * 1024 * 1024
/** What is not a file in it is kept in memory. */
const TEXT_BYTES_MAX = 1024 * 1024
const QUOTE = 0x22
/** The longest beginning of a file, with some spaces. */
const MARK = /"b64_json"\s{0,9}:\s{0,9}"$/
const MARK_CHARACTERS = 32

/** An answer in JSON whose values `b64_json` are files. In `json` they are empty. */
export type SpooledAnswer = { json: unknown; files: FileSource[]; discard(): Promise<void> }

/**
 * Writes an answer to disk as it arrives and notes where its files are. They are decoded when they are read,
 * so that none is ever in memory as a whole.
 */
export async function spoolAnswer(body: AsyncIterable<Buffer>, folder: string): Promise<SpooledAnswer> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  const scan = newScan()
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      scan.add(chunk)
      await file.write(chunk)
    }
    const json = JSON.parse(Buffer.from(scan.text(), 'latin1').toString())
    await file.close()
    return { json, files: scan.ranges.map((range) => toSource(path, range)), discard }
  } catch (error) {
    await file.close().catch(() => undefined)
    await discard()
    throw error
  }
}

type Range = { start: number; end: number }

const toSource = (path: string, { start, end }: Range): FileSource => ({
  kind: 'stream',
  open: async () =>
    pipeline(createReadStream(path, { start, end }), decodeBase64(), () => undefined) as Transform,
})

/** Finds the files in the bytes of an answer, and collects the text between them. */
function newScan() {
  const ranges: Range[] = []
  let text = ''
  let readBytes = 0
  let start: number | undefined
  return {
    ranges,
    text: () => text,
    add(chunk: Buffer): void {
      for (let from = 0; from < chunk.length; ) {
        const quote = chunk.indexOf(QUOTE, from)
        const end = quote < 0 ? chunk.length : quote + 1
        if (start === undefined) text += chunk.toString('latin1', from, end)
        else if (quote >= 0) {
          ranges.push({ start, end: readBytes + quote })
          text += '"'
          start = undefined
          from = end
          continue
        }
        if (start === undefined && quote >= 0 && MARK.test(text.slice(-MARK_CHARACTERS)))
          start = readBytes + end
        from = end
      }
      readBytes += chunk.length
      if (text.length > TEXT_BYTES_MAX || readBytes > ANSWER_BYTES_MAX)
        throw new Error('the answer of the provider is too long')
    },
  }
}

/** Decodes base64, four characters at a time, without the quote at its end and backslashes before slashes. */
function decodeBase64(): Transform {
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const text = rest + chunk.toString('latin1').replaceAll(/["\\]/g, '')
      const whole = text.length - (text.length % 4)
      rest = text.slice(whole)
      done(null, Buffer.from(text.slice(0, whole), 'base64'))
    },
    flush: (done) => done(null, Buffer.from(rest, 'base64')),
  })
}
