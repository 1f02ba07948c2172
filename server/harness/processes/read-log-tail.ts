import { open } from 'node:fs/promises'

const MOST_BYTES = 16_384

/** The last lines of a log. `fromByte` skips the output of earlier starts. */
export async function readLogTail(file: string, lines = 20, fromByte = 0): Promise<string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const start = Math.max(fromByte, size - MOST_BYTES)
    const bytes = Buffer.alloc(Math.max(0, size - start))
    await handle.read(bytes, 0, bytes.length, start)
    return bytes.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } finally {
    await handle.close()
  }
}
