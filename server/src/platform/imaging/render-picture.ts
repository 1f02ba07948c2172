import { sharp, strictInput } from './strict-sharp.ts'

/** The pixels of a rendition, how a picture gets them, and whether it says that a model made it. */
export type Frame = { width: number; height: number; way: 'crop' | 'pad'; originMark: boolean }

const JPEG = { quality: 90 }

/** What has no colour of its own, as in thumbnails. */
const WHITE = '#ffffff'

/** Re-encoding drops the mark of the original, so the term that platforms read is written again. */
const ORIGIN_MARK = `<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>
</rdf:RDF>
</x:xmpmeta>`

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** A picture in another ratio, as JPEG; `broken` if it cannot be read. */
export async function renderPicture(path: string, frame: Frame): Promise<Buffer | 'broken'> {
  try {
    const { data, info } = await (frame.way === 'crop' ? crop(path, frame) : fit(path, frame))
    const pixels = sharp(data, { raw: info })
    const whole = frame.way === 'crop' ? pixels : pixels.extend(paddingOf({ data, info }, frame))
    return await (frame.originMark ? whole.withXmp(ORIGIN_MARK) : whole).jpeg(JPEG).toBuffer()
  } catch {
    // Every error of sharp: a truncated or corrupt file, an unsupported variant, too little memory.
    return 'broken'
  }
}

const open = (path: string) =>
  sharp(path, strictInput).autoOrient().flatten({ background: WHITE }).toColourspace('srgb')

/** Keeps what draws the eye: detail, strong colours, the tones of skin. */
const crop = (path: string, { width, height }: Frame): Promise<Pixels> =>
  open(path)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })

const fit = (path: string, { width, height }: Frame): Promise<Pixels> =>
  open(path).resize(width, height, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })

/**
 * Plain edges in the mean colour of the two edges that they continue. A blurred copy of the picture takes
 * twice the time, and looks like a part of the picture that is not there.
 */
function paddingOf(pixels: Pixels, frame: Frame) {
  const across = frame.width - pixels.info.width
  const down = frame.height - pixels.info.height
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)]
  const background = across > down ? meanColour(pixels, 'columns') : meanColour(pixels, 'rows')
  return { left, right: across - left, top, bottom: down - top, background }
}

/** Of the first and the last row, or of the first and the last column. */
function meanColour({ data, info }: Pixels, edges: 'rows' | 'columns') {
  const { width, height, channels } = info
  const sums = [0, 0, 0]
  const count = edges === 'rows' ? width : height
  for (let at = 0; at < count; at++) {
    const [first, last] =
      edges === 'rows' ? [at, (height - 1) * width + at] : [at * width, at * width + width - 1]
    // A grey picture has one channel.
    for (const pixel of [first, last])
      sums.forEach((sum, channel) => {
        sums[channel] = sum + (data[pixel * channels + Math.min(channel, channels - 1)] ?? 0)
      })
  }
  const [r = 0, g = 0, b = 0] = sums.map((sum) => Math.round(sum / (2 * count)))
  return { r, g, b }
}
