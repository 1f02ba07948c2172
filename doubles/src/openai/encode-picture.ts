import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { hashKeys } from '../core/index.ts'

const ENCODERS: Record<string, string[]> = {
  jpeg: ['-c:v', 'mjpeg', '-f', 'image2pipe'],
  webp: ['-c:v', 'libwebp', '-f', 'image2pipe'],
  gif: ['-c:v', 'gif', '-f', 'gif'],
}

/** The PNG in another format that was asked for; `png` stays as it is. */
export async function encodePicture(png: Buffer, format: string): Promise<Buffer> {
  if (format === 'png') return png
  if (format === 'svg') return drawSvg(png)
  const args = ['-v', 'error', '-f', 'png_pipe', '-i', 'pipe:0', ...(ENCODERS[format] ?? []), 'pipe:1']
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  // It closes its input early when it cannot read it; the exit code tells.
  child.stdin.on('error', () => {})
  child.stdin.end(png)
  const bytes = await buffer(child.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg could not write ${format}: exit code ${code}.`)
  return bytes
}

function drawSvg(png: Buffer): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const colour = (hashKeys(png.toString('latin1', 0, 400)) & 0xffffff).toString(16).padStart(6, '0')
  const rect = `<rect width="${width}" height="${height}" fill="#${colour}"/>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect}</svg>`,
  )
}
