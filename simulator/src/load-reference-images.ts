import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { limitConcurrency } from './limit-concurrency.ts'
import type { Reference } from './parse-job-request.ts'
import { Unavailable } from './unavailable.ts'

/** A reference that is ready to be drawn: resized, upright, opaque, and embedded as a data URL. */
export interface ReferenceImage {
  label: string
  href: string
  width: number
  height: number
}

const TRIES_MAX = 2
const PAUSE_MS = 200
const TIMEOUT_MS = 10_000
const BYTES_MAX = 20 << 20
const PIXELS_MAX = 100_000_000
/** Also limits memory: at most four downloads of all jobs are held in full at once. */
const limited = limitConcurrency(4)

/** All or none: a picture that lacks one of its references would be wrong. */
export function loadReferenceImages(
  references: readonly Reference[],
  edgeOf: (nth: number) => number,
  maskUrl?: string,
): Promise<ReferenceImage[]> {
  return Promise.all(
    references.map(({ url, label }, nth) =>
      limited(() => loadReferenceImage(url, label, edgeOf(nth), nth === 0 ? maskUrl : undefined)),
    ),
  )
}

async function loadReferenceImage(
  url: string,
  label: string,
  edgePixels: number,
  maskUrl?: string,
): Promise<ReferenceImage> {
  try {
    const { data, info } = await sharp(await download(url), { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize(edgePixels, edgePixels, { fit: 'inside' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const tint = maskUrl === undefined ? [] : [await createMaskTint(await download(maskUrl), width, height)]
    const jpeg = await sharp(data, { raw: info })
      .composite(tint)
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return { label, href: `data:image/jpeg;base64,${jpeg.toString('base64')}`, width, height }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Unavailable('reference_unavailable', `The reference ${url} cannot be loaded: ${reason}`)
  }
}

/** A tint over the part that may change, which is where the mask is transparent. */
async function createMaskTint(mask: Buffer, width: number, height: number) {
  const opacities = await sharp(mask, { limitInputPixels: PIXELS_MAX })
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer()
  const overlay = Buffer.from(opacities.map((opacity) => (255 - opacity) * 0.45))
  const input = await sharp({ create: { width, height, channels: 3, background: '#7a3cff' } })
    .joinChannel(overlay, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  return { input }
}

async function download(url: string, nth = 1): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const chunks: Uint8Array[] = []
    let sizeBytes = 0
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.length
      if (sizeBytes > BYTES_MAX) throw new Error(`more than ${BYTES_MAX} bytes`)
      chunks.push(chunk)
    }
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Buffer.concat(chunks)
  } catch (error) {
    if (nth >= TRIES_MAX) throw error
    await pause(PAUSE_MS)
    return download(url, nth + 1)
  }
}
