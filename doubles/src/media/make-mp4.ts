import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FRAMES_PER_SECOND = 10
const TIMEOUT_MS = 60_000

export interface VideoOrder {
  /** Two videos of different keys never have the same bytes. */
  key: string
  width: number
  height: number
  durationSeconds: number
  /** The file is padded to at least this size. */
  sizeBytes: number
}

/** One per size and duration: encoding takes a tenth of a second, and only the last box differs by key. */
const encoded = new Map<string, Promise<Buffer>>()

export async function makeMp4({
  key,
  width,
  height,
  durationSeconds,
  sizeBytes,
}: VideoOrder): Promise<Buffer> {
  const form = `${even(width)}x${even(height)}:${durationSeconds}`
  const made = encoded.get(form) ?? encode(even(width), even(height), durationSeconds)
  encoded.set(form, made)
  // One that failed must not stay: the next request tries again.
  made.catch(() => encoded.delete(form))
  const video = await made
  const text = Buffer.from(key)
  const bodyBytes = Math.max(text.length, sizeBytes - video.length - 8)
  const box = Buffer.alloc(bodyBytes + 8)
  box.writeUInt32BE(box.length)
  box.write('free', 4, 'latin1')
  text.copy(box, 8)
  // At the end, so that no offset inside the file changes.
  return Buffer.concat([video, box])
}

/** The codec takes even numbers only. */
const even = (pixels: number): number => Math.max(2, Math.floor(pixels / 2) * 2)

async function encode(width: number, height: number, durationSeconds: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'double-video-'))
  try {
    const target = join(folder, 'video.mp4')
    const source = `testsrc2=size=${width}x${height}:rate=${FRAMES_PER_SECOND}:duration=${durationSeconds}`
    const codec = '-c:v libx264 -preset ultrafast -crf 40 -pix_fmt yuv420p -threads 1 -movflags +faststart'
    const args = ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', source, ...codec.split(' '), target]
    await run('ffmpeg', args, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
