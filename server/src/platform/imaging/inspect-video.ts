import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { startBounded } from './start-bounded.ts'
import { UnusablePicture } from './unusable-picture.ts'
import { walkMp4, withByteSource } from './walk-parts.ts'

const CODECS = ['h264', 'hevc', 'av1', 'vp9']
/** All other decoders of ffmpeg are disabled, whatever the file needs. */
const DECODERS = [...CODECS, 'libdav1d', 'aac', 'mp3', 'mp3float', 'opus', 'ac3', 'flac'].join()
const SIDE_MAX = 4_096
const DURATION_MAX_SECONDS = 60
const THUMBNAIL_SIDE = 512

/** For frames of 4,096 pixels a side, of which hevc holds dozens at once. */
const MEMORY_BYTES = 1024 * 1024 * 1024
/** A hundred times the usual duration: a busy machine must not make a paid video unusable. */
const PROBE_MS = 15_000
const READ_MS = 30_000
const OUTPUT_MAX_BYTES = 2 * 1024 * 1024

/** The usual folders of programs. The environment of the service is not passed on. */
export const PROGRAM_PATH = '/usr/local/bin:/usr/bin:/bin'

/** The programs take a whole core for as long as six images cost. The others are for everything else. */
export const VIDEOS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
const limitConcurrency = pLimit(VIDEOS_AT_ONCE)

export type Video = {
  contentType: 'video/mp4'
  extension: 'mp4'
  width: number
  height: number
  codec: string
  durationSeconds: number
  thumbnail: Buffer
}

/** Checks that a provider's video is complete and within limits, and makes a thumbnail of its first frame. */
export const inspectVideo = (path: string): Promise<Video> => limitConcurrency(() => inspect(path))

async function inspect(path: string): Promise<Video> {
  await requireComplete(path)
  const stream = await probe(path)
  const thumbnail = await decodeThrough(path)
  return { contentType: 'video/mp4', extension: 'mp4', ...stream, thumbnail }
}

/** ffmpeg accepts a file that was cut between two packets; the sizes of the boxes show the cut. */
async function requireComplete(path: string): Promise<void> {
  try {
    await withByteSource(path, async (bytes) => {
      for await (const _ of walkMp4(bytes));
    })
  } catch (error) {
    throw new UnusablePicture('the video is not an MP4, or is truncated', { cause: error })
  }
}

type Probed = {
  streams?: Partial<{
    codec_type: string
    codec_name: string
    width: number
    height: number
    side_data_list: { rotation?: number }[]
  }>[]
  format?: { duration?: string }
}

async function probe(path: string) {
  const shown = 'format=duration:stream=codec_type,codec_name,width,height:stream_side_data=rotation'
  const args = ['-show_entries', shown, '-of', 'json']
  const answer = await run('ffprobe', [...args, ...input(path)], PROBE_MS)
  const { streams = [], format } = JSON.parse(answer.toString()) as Probed
  const [video, ...more] = streams.filter(({ codec_type }) => codec_type === 'video')
  if (!video || more.length > 0) throw new UnusablePicture('the file does not have exactly one video track')
  const { codec_name: codec = '', width = 0, height = 0, side_data_list = [] } = video
  if (!CODECS.includes(codec)) throw new UnusablePicture('the video has a codec that is not supported')
  const isSane = Math.min(width, height) >= 1 && Math.max(width, height) <= SIDE_MAX
  if (!isSane) throw new UnusablePicture('the video has a size that is not supported')
  const seconds = Number(format?.duration)
  if (!(seconds > 0 && seconds <= DURATION_MAX_SECONDS)) {
    throw new UnusablePicture('the video has a duration that is not supported')
  }
  const isRotated = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  const size = isRotated ? { width: height, height: width } : { width, height }
  return { codec, ...size, durationSeconds: Math.max(1, Math.round(seconds)) }
}

/**
 * Reads every packet and decodes every key frame: 0.2 s for 15 s of HD. To decode all frames takes 4 to 5 s
 * of a core, and would only find wrong pixels. The first frame becomes the thumbnail.
 */
function decodeThrough(path: string): Promise<Buffer> {
  const scale = `scale=${THUMBNAIL_SIDE}:${THUMBNAIL_SIDE}:force_original_aspect_ratio=decrease`
  const jpeg = [
    '-c:v',
    'mjpeg',
    '-q:v',
    '3',
    '-pix_fmt',
    'yuvj420p',
    '-flags',
    '+bitexact',
    '-f',
    'image2pipe',
  ]
  return run(
    'ffmpeg',
    [
      ...['-nostdin', '-xerror', '-skip_frame', 'nokey', '-threads', '1', ...input(path)],
      ...['-map', '0:v:0', '-frames:v', '1', '-vf', scale, ...jpeg, 'pipe:1'],
      ...['-map', '0:v:0', '-f', 'null', '-'],
      ...['-map', '0:v', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-'],
    ],
    READ_MS,
  )
}

/** One container format and one protocol, so that a disguised playlist cannot open other files. */
const input = (path: string): string[] => [
  ...['-v', 'error', '-protocol_whitelist', 'file', '-codec_whitelist', DECODERS],
  ...['-f', 'mov', '-i', `file:${path}`],
]

/** The output of a program that succeeds in time and within OUTPUT_MAX_BYTES. */
function run(program: string, args: string[], timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = startBounded([program, ...args], MEMORY_BYTES, {
      env: { PATH: PROGRAM_PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let sizeBytes = 0
    child.stdout?.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes > OUTPUT_MAX_BYTES) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output))
      // The shell's exit codes for a program that cannot be run or found.
      else if (code === 126 || code === 127) reject(new Error(`${program} cannot be started`))
      else reject(new UnusablePicture('the video is broken, or took too long to read'))
    })
  })
}
