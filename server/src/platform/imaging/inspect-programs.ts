import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROGRAM_PATH } from './inspect-video.ts'
import { openCleaner } from './open-cleaner.ts'
import { startBounded } from './start-bounded.ts'

const MEMORY_BYTES = 1024 * 1024 * 1024
const RUN_MS = 15_000
/** What the check of a video needs at least. */
const DECODER = /^ V\S* +h264 /m

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPo' +
    'AAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
)

/** A sentence for each program that does not work as the checks of videos start it. */
export async function findBrokenPrograms(): Promise<string[]> {
  const [probe, decoders] = await Promise.all([
    run(['ffprobe', '-version']),
    run(['ffmpeg', '-v', 'error', '-decoders']),
  ])
  return [
    ...(probe === undefined ? ['ffprobe does not start'] : []),
    ...(decoders === undefined ? ['ffmpeg does not start'] : []),
    ...(decoders !== undefined && !DECODER.test(decoders) ? ['ffmpeg has no decoder for h264'] : []),
  ]
}

/** Encodes a picture again in a limited child process, as every upload is. Throws when that does not work. */
export async function cleanOnePicture(tempDir: string): Promise<void> {
  const dir = await mkdtemp(join(tempDir, 'doctor-'))
  const cleaner = openCleaner({ concurrency: 1 })
  try {
    const path = join(dir, 'pixel')
    await writeFile(path, PIXEL)
    await cleaner.clean(path, 'doctor')
  } finally {
    await cleaner.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** What a program prints; undefined when it cannot be started or fails. */
const run = (command: string[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = startBounded(command, MEMORY_BYTES, {
      env: { PATH: PROGRAM_PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: RUN_MS,
      killSignal: 'SIGKILL',
    })
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => resolve(code === 0 ? text : undefined))
  })
