import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { spoolAnswer } from '../../src/platform/providers/spool-answer.ts'

const folder = await mkdtemp(join(tmpdir(), 'spool-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const files = [0, 1, 2, 3, 1_000, 100_001].map((size) => randomBytes(size))
const data = files.map((bytes) => ({ b64_json: bytes.toString('base64'), note: 'a "quoted" ü' }))

test.each([1, 2, 3, 7, 4_096, 1 << 20])(
  'files are found and decoded, in chunks of %i bytes',
  async (size) => {
    const sent = { created: 1, data, usage: { tokens: 7 } }
    for (const text of [JSON.stringify(sent), JSON.stringify(sent, null, 2).replaceAll('/', '\\/')]) {
      const answer = await spoolAnswer(inChunks(text, size), folder)
      expect(answer.json).toEqual({ ...sent, data: data.map((one) => ({ ...one, b64_json: '' })) })
      for (const [i, source] of answer.files.entries()) {
        if (source.kind !== 'stream') throw new Error('a file is not a stream')
        // It may be read again.
        for (let times = 0; times < 2; times++)
          expect((await buffer(await source.open())).equals(files[i] as Buffer)).toBe(true)
      }
      await answer.discard()
      expect(await readdir(folder)).toEqual([])
    }
  },
)

test('an answer that breaks leaves nothing behind', async () => {
  for (const text of ['{"data": [{"b64_json": "AAAA', 'not JSON', '{"data": []'])
    await expect(spoolAnswer(inChunks(text, 5), folder)).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})
