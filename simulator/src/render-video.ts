import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { addMp4Provenance } from './add-provenance.ts'
import { chooseProduct, GENERIC_NOTE, products } from './choose-product.ts'
import { composeScene } from './compose-scene.ts'
import { drawCardRow } from './draw-cards.ts'
import { createDrawingContext, type DrawingContext } from './drawing-context.ts'
import type { ReferenceImage } from './load-reference-images.ts'
import { palettes } from './palettes.ts'
import { type MediaFormat, pixelSize } from './pixel-size.ts'
import { hashKeys } from './random.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { writeCaption } from './write-caption.ts'
import { group, svgDocument } from './write-svg.ts'

export type Video = Extract<MediaFormat, { kind: 'video' }> & {
  model: string
  prompt: string
  seed: number
  longSidePixels: number
}

/** A still that ffmpeg moves or overlays; raw, because compressing pixels costs more than writing them. */
interface Layer {
  pixels: Buffer
  width: number
  height: number
  /** A chain of ffmpeg filters applied to it. */
  filters: string
  /** Its position on the layers below, as ffmpeg expressions. */
  x: string
  y: string
}

/** The size in pixels and the number of frames. */
interface Clip {
  width: number
  height: number
  frames: number
}

const FRAMES_PER_SECOND = 15
/** Below this short side a caption is illegible. */
const CAPTION_SIDE_PIXELS = 200
/** The caption is below this share of the height. */
const CAPTION_FROM = 0.7

/** A slow camera move over the still life; the reference images pass in front of it on a line. */
export async function renderVideo(
  video: Video,
  images: readonly ReferenceImage[],
  workFolder: string,
): Promise<Buffer> {
  const { width, height } = pixelSize(video, video.longSidePixels)
  const palette = palettes[hashKeys(video.seed, 'palette') % palettes.length] ?? palettes[0]
  const ctx = createDrawingContext(palette, hashKeys(video.seed, 0))
  const frames = video.durationSeconds * FRAMES_PER_SECOND
  const clip = { width, height, frames }
  const layers: Layer[] = [await drawSceneLayer(ctx, video, clip)]
  if (images.length > 0) layers.push(await drawCardsLayer(ctx, images, clip))
  if (Math.min(width, height) >= CAPTION_SIDE_PIXELS)
    layers.push(await drawCaptionLayer(ctx, video, width, height))
  const folder = await mkdtemp(join(workFolder, 'video-'))
  try {
    const target = join(folder, 'video.mp4')
    const sources = await Promise.all(layers.map((layer, k) => writeLayer(folder, layer, k)))
    const filters = ['-filter_complex_threads', '1', '-filter_complex', stack(layers)]
    await runFfmpeg([...sources.flat(), ...filters, ...encoding(frames), target])
    return addMp4Provenance(await readFile(target))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Progress from 0 to 1 with easing; `frame` is the ffmpeg variable for the frame number. */
const ease = (frame: string, frames: number) => `(1-cos(PI*${frame}/${frames}))/2`

/** The camera zooms in and pans; `perspective` is smooth where other filters jump by whole pixels. */
async function drawSceneLayer(ctx: DrawingContext, video: Video, { width, height, frames }: Clip) {
  const scene = composeScene(ctx, width, height, chooseProduct(video.prompt))
  const ahead = ease('on', frames)
  const slack = `(0.05+0.11*${ahead})`
  const share = ctx.light < 0 ? `(0.1+0.8*${ahead})` : `(0.9-0.8*${ahead})`
  const left = `W*${slack}*${share}`
  const right = `W-W*${slack}*(1-${share})`
  const top = `H*${slack}*0.6`
  const bottom = `H-H*${slack}*0.4`
  const upper = `x0=${left}:y0=${top}:x1=${right}:y1=${top}`
  const lower = `x2=${left}:y2=${bottom}:x3=${right}:y3=${bottom}`
  const filters = `,perspective=sense=source:eval=frame:${upper}:${lower}`
  return { ...(await rasterize(ctx, scene, width, height)), filters, x: '0', y: '0' }
}

/** All cards come into view: a short row crosses the frame, a long one is pulled through it. */
async function drawCardsLayer(
  ctx: DrawingContext,
  images: readonly ReferenceImage[],
  { width, height, frames }: Clip,
): Promise<Layer> {
  const unit = Math.min(width, height) / 100
  const edge = unit * (images.length > 3 ? 22 : height > width ? 34 : 26)
  const pitch = edge * 1.2
  const span = pitch * images.length
  // The line extends to both sides, so that its ends are never visible.
  const whole = Math.ceil(span + width * 2)
  const tall = Math.ceil(edge * 1.5)
  const cards = drawCardRow(ctx, images, { left: width, pitch, edge, y: unit * 1.5, from: 0, to: whole })
  const middle = (width - span) / 2
  const travel = Math.max(Math.abs(width - span), width * 0.4)
  const from = Math.round(middle + travel / 2 - width)
  const x = `'${from}-${Math.round(travel)}*${ease('n', frames)}'`
  return { ...(await rasterize(ctx, cards, whole, tall)), filters: '', x, y: String(Math.round(unit * 3)) }
}

async function drawCaptionLayer(
  ctx: DrawingContext,
  video: Video,
  width: number,
  height: number,
): Promise<Layer> {
  const { durationSeconds, resolution, orientation, seed, model, prompt } = video
  const note = chooseProduct(prompt) === products.generic ? GENERIC_NOTE : ''
  const detail = `${durationSeconds} s  ·  ${resolution} ${orientation}  ·  seed ${seed}  ·  ${model}${note}`
  const top = Math.round(height * CAPTION_FROM)
  const caption = writeCaption({ prompt, detail }, ctx.palette, width, height)
  const words = group(`translate(0 ${-top})`, caption)
  return { ...(await rasterize(ctx, words, width, height - top)), filters: '', x: '0', y: String(top) }
}

async function rasterize(ctx: DrawingContext, drawing: string, width: number, height: number) {
  const svg = svgDocument(width, height, ctx.definitions(), drawing)
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return { pixels, width, height }
}

async function writeLayer(folder: string, { pixels, width, height }: Layer, k: number): Promise<string[]> {
  const path = join(folder, `${k}.rgba`)
  await writeFile(path, pixels)
  const form = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`]
  return [...form, '-framerate', String(FRAMES_PER_SECOND), '-i', path]
}

/** Each still is converted once, repeated, and overlaid on the layers below. */
function stack(layers: readonly Layer[]): string {
  const stills = layers.map(({ filters }, k) => {
    const format = k === 0 ? 'yuv420p' : 'yuva420p'
    return `[${k}]scale=out_color_matrix=bt709,format=${format},loop=-1:1${filters}[layer${k}]`
  })
  const overlays = layers.slice(1).map(({ x, y }, k) => {
    const below = k === 0 ? '[layer0]' : `[upto${k}]`
    return `${below}[layer${k + 1}]overlay=x=${x}:y=${y}:format=yuv420[upto${k + 1}]`
  })
  const last = layers.length === 1 ? '[layer0]' : `[upto${layers.length - 1}]`
  return [...stills, ...overlays, `${last}setsar=1[video]`].join(';')
}

/** One thread, no dates and no versions: a restart must give the same bytes. */
function encoding(frames: number): string[] {
  const codec = '-c:v libx264 -preset superfast -profile:v main -crf 22 -pix_fmt yuv420p'
  const colours = '-colorspace bt709 -color_primaries bt709 -color_trc bt709'
  const exact = '-threads 1 -fflags +bitexact -flags:v +bitexact -map_metadata -1'
  const frame = `-map [video] -frames:v ${frames} -movflags +faststart`
  return `${frame} ${codec} ${colours} ${exact}`.split(' ')
}
