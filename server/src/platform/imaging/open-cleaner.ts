import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Cleaned, PictureDefect } from './clean-picture.ts'
import type { CleanRequest } from './cleaner-child.ts'
import { MAGIC_BYTES, type PictureKind, pictureKindOf, pictureKinds } from './picture-kinds.ts'
import { startBounded } from './start-bounded.ts'
import { UnusablePicture } from './unusable-picture.ts'

const CHILD_SCRIPT = fileURLToPath(new URL('./cleaner-child.ts', import.meta.url))

/**
 * Enforced by the kernel (RLIMIT_DATA), because a periodic check is too late for a file that allocates
 * gigabytes at once. The limit counts all private writable memory, touched or not. V8 reserves 512 MiB for
 * compiled code, Node another 110 MiB, and 512 MiB are left for the picture: the most demanding picture we
 * could construct needs 370 MiB.
 */
const CHILD_MEMORY_LIMIT_BYTES = (512 + 110 + 512) * 1024 * 1024
const START_TIMEOUT_MS = 10_000

/** The child's entire environment: it inherits no secrets. */
const CHILD_ENV = {
  VIPS_BLOCK_UNTRUSTED: '1',
  // libvips decodes pictures above this size to a temporary file, which the child may not write. No accepted
  // picture is that large, so it never does.
  VIPS_DISC_THRESHOLD: '2g',
  // Few arenas: each holds freed memory, which counts towards the limit.
  MALLOC_ARENA_MAX: '2',
  // Large blocks go back to the system when they are freed, so that each picture has the whole limit.
  MALLOC_MMAP_THRESHOLD_: '131072',
}

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
  clean(path: string): Promise<CleanPicture>
  close(): Promise<void>
}

export type CleanerOptions = { concurrency?: number; maxQueued?: number; timeoutMs?: number }

/** The queue is full, or the service is closing: try again later. */
export class CleanerUnavailable extends Error {}

/**
 * Cleans pictures in child processes, because a hostile file may crash the decoder or exhaust its memory. The
 * children are started on demand, reused, and replaced when they exit.
 */
export function openCleaner({ concurrency = 2, maxQueued = 64, timeoutMs = 5_000 }: CleanerOptions = {}) {
  const limit = pLimit(concurrency)
  const children = new Set<ChildProcess>()
  const idle = new Set<ChildProcess>()
  let closed = false

  async function startChild(): Promise<ChildProcess> {
    const child = startBounded(
      [process.execPath, '--max-old-space-size=64', CHILD_SCRIPT],
      CHILD_MEMORY_LIMIT_BYTES,
      {
        env: CHILD_ENV,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      },
    )
    // A process that could not be started has no pid and never emits `exit`, for which `close` waits.
    if (child.pid !== undefined) children.add(child)
    // Without a listener, an `error` event would end this process. `nextMessage` handles the failure.
    child.on('error', () => {})
    child.once('exit', () => {
      children.delete(child)
      idle.delete(child)
    })
    if ((await nextMessage(child, START_TIMEOUT_MS)) !== 'ready') {
      child.kill('SIGKILL')
      throw closed ? closingError() : new Error('the process that cleans pictures does not start')
    }
    // An idle child must not keep this process alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  async function cleanWithChild(request: CleanRequest): Promise<CleanPicture> {
    if (closed) throw closingError()
    const [idleChild] = idle
    const child = idleChild ?? (await startChild())
    idle.delete(child)
    // A failed send is ignored: it means that the child is exiting, which `nextMessage` reports.
    child.send(request, () => {})
    const answer = (await nextMessage(child, timeoutMs)) as Cleaned | PictureDefect | 'exited' | 'timeout'
    if (answer === 'timeout') child.kill('SIGKILL')
    else if (answer !== 'exited') idle.add(child)
    if (typeof answer === 'object') return { ...answer, ...pictureKinds[request.kind] }
    if (closed) throw closingError()
    // A child that exits has exceeded its memory limit or crashed, in all likelihood because of the picture.
    throw new UnusablePicture(messages[answer === 'exited' ? 'broken' : answer])
  }

  return {
    async clean(path) {
      const kind = pictureKindOf(await readMagicBytes(path))
      if (!kind) throw new UnusablePicture(messages.kind)
      if (limit.pendingCount >= maxQueued) throw new CleanerUnavailable('too many pictures are waiting')
      return limit(() => cleanWithChild({ path, kind }))
    },
    async close() {
      closed = true
      await Promise.all(
        [...children].map(async (child) => {
          child.ref()
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
    },
  } satisfies Cleaner
}

const closingError = () => new CleanerUnavailable('the service is closing')

/** The next message of a child; `exited` if it exits or fails to start; `timeout` after the timeout. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown) => {
      clearTimeout(timer)
      child.off('message', settle).off('exit', onExit).off('error', onExit)
      resolve(message)
    }
    const onExit = () => settle('exited')
    const timer = setTimeout(settle, timeoutMs, 'timeout')
    child.once('message', settle).once('exit', onExit).once('error', onExit)
  })
}

async function readMagicBytes(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
