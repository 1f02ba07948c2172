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

const CHILD = fileURLToPath(new URL('./cleaner-child.ts', import.meta.url))

/**
 * A limit of the kernel, because a watch that looks now and then comes too late for a file that asks for
 * gigabytes at once. It counts what is reserved for writing, used or not: V8 reserves 512 MiB for compiled
 * code and Node takes 110 more; the rest is for the picture. The worst we could make takes 370.
 */
const MEMORY_BYTES = (512 + 110 + 512) * 1024 * 1024
const START_MS = 10_000

const ENVIRONMENT = {
  VIPS_BLOCK_UNTRUSTED: '1',
  // Nothing goes to a temporary file: the child may not write any.
  VIPS_DISC_THRESHOLD: '2g',
  // What is freed goes back at once; otherwise each large picture leaves a warm child less of its limit.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** Whoever sent the picture may read these. */
const messages = {
  kind: 'The file is not a JPEG, PNG or WebP image.',
  pixels: 'The image has more than 25 million pixels, or a side longer than 16384 pixels.',
  broken: 'The image is broken or incomplete.',
  slow: 'The image took too long to read.',
} satisfies Record<PictureDefect | 'slow', string>

export type CleanPicture = Cleaned & (typeof pictureKinds)[PictureKind]

export type Cleaner = {
  /** Throws `UnusablePicture` with a sentence for the sender, or `CleanerBusy`. */
  clean(path: string): Promise<CleanPicture>
  close(): Promise<void>
}

export type CleanerOptions = { sideBySide?: number; waitingMax?: number; timeoutMs?: number }

/** As many pictures are waiting as may wait, or the house is closing: ask again later. */
export class CleanerBusy extends Error {}

/** Children that clean pictures: started when first needed, kept warm, replaced when they die. */
export function openCleaner({ sideBySide = 2, waitingMax = 64, timeoutMs = 5_000 }: CleanerOptions = {}) {
  const limit = pLimit(sideBySide)
  const children = new Set<ChildProcess>()
  const idle = new Set<ChildProcess>()
  let closed = false

  async function startChild(): Promise<ChildProcess> {
    const child = startBounded([process.execPath, '--max-old-space-size=64', CHILD], MEMORY_BYTES, {
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    children.add(child)
    // Without a listener a lost channel would end the parent; `nextMessage` learns of it by the exit.
    child.on('error', () => {})
    child.once('exit', () => {
      children.delete(child)
      idle.delete(child)
    })
    if ((await nextMessage(child, START_MS)) !== 'ready') {
      child.kill('SIGKILL')
      // One that could not even be started never tells of its exit.
      children.delete(child)
      throw closed ? closingError() : new Error('the process that cleans pictures does not start')
    }
    child.unref()
    child.channel?.unref()
    return child
  }

  async function cleanWithChild(request: CleanRequest): Promise<CleanPicture> {
    if (closed) throw closingError()
    const [warm] = idle
    const child = warm ?? (await startChild())
    idle.delete(child)
    child.send(request, () => {})
    const answer = (await nextMessage(child, timeoutMs)) as Cleaned | PictureDefect | 'gone' | 'slow'
    if (answer === 'slow') child.kill('SIGKILL')
    else if (answer !== 'gone') idle.add(child)
    if (typeof answer === 'object') return { ...answer, ...pictureKinds[request.kind] }
    if (closed) throw closingError()
    throw new UnusablePicture(messages[answer === 'gone' ? 'broken' : answer])
  }

  return {
    async clean(path) {
      const kind = pictureKindOf(await readStart(path))
      if (!kind) throw new UnusablePicture(messages.kind)
      if (limit.pendingCount >= waitingMax) throw new CleanerBusy('too many pictures are waiting')
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

const closingError = () => new CleanerBusy('the house is closing')

/** The next word of a child; or that it is gone, or has said nothing for too long. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown) => {
      clearTimeout(timer)
      child.off('message', settle).off('exit', onExit).off('error', onExit)
      resolve(message)
    }
    const onExit = () => settle('gone')
    const timer = setTimeout(settle, timeoutMs, 'slow')
    child.once('message', settle).once('exit', onExit).once('error', onExit)
  })
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
