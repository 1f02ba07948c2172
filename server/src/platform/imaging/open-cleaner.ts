import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { newTurns } from '#platform/turns'
import type { Cleaned, PictureDefect } from './clean-picture.ts'
import type { CleanRequest } from './cleaner-child.ts'
import { CleanerUnavailable, closingError } from './cleaner-unavailable.ts'
import { newPictureProcesses, nextMessage } from './new-picture-processes.ts'
import { MAGIC_BYTES, type PictureKind, pictureKindOf, pictureKinds } from './picture-kinds.ts'
import { UnusablePicture } from './unusable-picture.ts'

const CHILD_SCRIPT = fileURLToPath(new URL('./cleaner-child.ts', import.meta.url))

/** Shown to the user who sent the picture. */
const messages = {
  kind: 'The file is not a JPEG, PNG or WebP image.',
  pixels: 'The image has more than 25 million pixels, or a side longer than 16384 pixels.',
  broken: 'The image is broken or incomplete.',
  timeout: 'The image took too long to read.',
} satisfies Record<PictureDefect | 'timeout', string>

export type CleanPicture = Cleaned & (typeof pictureKinds)[PictureKind]

export type Cleaner = {
  /**
   * Checks the picture in a file and encodes it again: upright, in sRGB, with limited size and without
   * metadata. Throws `UnusablePicture` with a message for the user, or `CleanerUnavailable`.
   */
  clean(path: string, userId: string): Promise<CleanPicture>
  close(): Promise<void>
}

export type CleanerOptions = { concurrency?: number; maxQueued?: number; timeoutMs?: number }

/** How long a picture waits for its turn. */
const TURN_MS = 20_000

/**
 * Cleans pictures in child processes, because a hostile file may crash the decoder or exhaust its memory. The
 * children are started on demand, reused, and replaced when they exit. One user never has all of them: a
 * large picture takes a second, and those of others do not wait behind many of them.
 */
export function openCleaner({ concurrency = 2, maxQueued = 64, timeoutMs = 5_000 }: CleanerOptions = {}) {
  const turns = newPictureTurns(concurrency, maxQueued)
  const processes = newPictureProcesses({ script: CHILD_SCRIPT, most: concurrency })

  async function cleanWithChild(request: CleanRequest): Promise<CleanPicture> {
    const child = await processes.take()
    // A failed send is ignored: it means that the child is exiting, which `nextMessage` reports.
    child.send(request, () => {})
    const answer = (await nextMessage(child, timeoutMs)) as Cleaned | PictureDefect | 'exited' | 'timeout'
    if (answer === 'timeout') child.kill('SIGKILL')
    else if (answer !== 'exited') processes.giveBack(child)
    if (typeof answer === 'object') return { ...answer, ...pictureKinds[request.kind] }
    if (processes.isClosed()) throw closingError()
    // A child that exits has exceeded its memory limit or crashed, in all likelihood because of the picture.
    throw new UnusablePicture(messages[answer === 'exited' ? 'broken' : answer])
  }

  return {
    async clean(path, userId) {
      const kind = pictureKindOf(await readMagicBytes(path))
      if (!kind) throw new UnusablePicture(messages.kind)
      return turns.run(userId, { waitMs: TURN_MS }, () => cleanWithChild({ path, kind }))
    },
    close: processes.close,
  } satisfies Cleaner
}

const newPictureTurns = (concurrency: number, maxQueued: number) =>
  newTurns({
    running: concurrency,
    runningPerUser: Math.max(1, concurrency - 1),
    waiting: maxQueued,
    waitingPerUser: Math.max(1, maxQueued / 2),
    busy: () => new CleanerUnavailable('too many pictures are waiting'),
  })

async function readMagicBytes(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
