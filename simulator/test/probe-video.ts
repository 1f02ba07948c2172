import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTempFolder } from './run-simulator.ts'

const run = promisify(execFile)

interface Stream {
  codec_name: string
  pix_fmt: string
  width: number
  height: number
  duration: string
}

/** Decodes the bytes: the properties of the only stream, and one RGB frame per second. */
export async function probeVideo(bytes: Buffer) {
  const path = join(createTempFolder(), 'video.mp4')
  writeFileSync(path, bytes)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', path])
  const { streams } = JSON.parse(stdout) as { streams: Stream[] }
  const args = ['-v', 'error', '-i', path, '-vf', 'fps=1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout: pixels } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 << 20 })
  const [stream] = streams
  if (!stream || streams.length > 1) throw new Error('The video must have exactly one stream.')
  const frameBytes = stream.width * stream.height * 3
  const frames = Array.from({ length: pixels.length / frameBytes }, (_, k) =>
    pixels.subarray(k * frameBytes, (k + 1) * frameBytes),
  )
  return { ...stream, frames }
}

/** The red area of a frame: its share of all pixels, and its centre as a share of the width. */
export function findRed(pixels: Buffer, width: number): { share: number; middle: number } {
  let found = 0
  let across = 0
  for (let at = 0; at < pixels.length; at += 3) {
    if ((pixels[at] ?? 0) < 215 || (pixels[at + 1] ?? 0) > 45 || (pixels[at + 2] ?? 0) > 45) continue
    found++
    across += ((at / 3) % width) / width
  }
  return { share: found / (pixels.length / 3), middle: across / found }
}
