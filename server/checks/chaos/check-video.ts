import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MediaRow } from '../../harness/audit/index.ts'
import { loadProgramPath } from '../../harness/processes/index.ts'
import { expect } from './expect.ts'

const run = promisify(execFile)

const ratios = { portrait: 9 / 16, landscape: 16 / 9, square: 1 }

type Probed = {
  streams: { codec_type: string; codec_name: string; width: number; height: number; nb_read_frames: string }[]
  format: { format_name: string; duration: string }
}

/** An MP4 with the length and orientation that were paid for; every frame can be decoded. */
export async function checkVideo(media: MediaRow, bytes: Buffer): Promise<void> {
  const { streams, format } = await probe(bytes)
  const [stream, ...more] = streams
  expect(stream?.codec_type === 'video' && more.length === 0, `${streams.length} tracks`)
  expect(format.format_name.includes('mp4') && media.content_type === 'video/mp4', format.format_name)
  const { codec_name, width = 0, height = 0, nb_read_frames } = stream ?? {}
  expect(codec_name === media.codec, `${codec_name}, the row says ${media.codec}`)
  expect(width === media.width && height === media.height, 'other sides than the row says')
  const ratio = width / height / ratios[media.orientation ?? 'square']
  expect(Math.abs(ratio - 1) < 0.03, `${width} x ${height} is not ${media.orientation}`)
  const wrongBy = Math.abs(Number(format.duration) - media.duration_seconds)
  expect(wrongBy < 0.2, `${format.duration} s, not ${media.duration_seconds}`)
  expect(Number(nb_read_frames) >= media.duration_seconds, `${nb_read_frames} frames`)
}

async function probe(bytes: Buffer): Promise<Probed> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-chaos-video-'))
  const path = join(folder, 'video.mp4')
  const shown = 'format=format_name,duration:stream=codec_type,codec_name,width,height,nb_read_frames'
  const words = ['-v', 'error', '-count_frames', '-show_entries', shown, '-of', 'json', path]
  try {
    await writeFile(path, bytes)
    const { stdout, stderr } = await run(loadProgramPath('ffprobe'), words, { timeout: 30_000 })
    expect(stderr === '', `ffprobe says: ${stderr.split('\n')[0]}`)
    return JSON.parse(stdout) as Probed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
