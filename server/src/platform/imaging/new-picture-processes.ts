import type { ChildProcess, StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { closingError } from './cleaner-unavailable.ts'
import { startBounded } from './start-bounded.ts'

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

const commandOf = (script: string) => [process.execPath, '--max-old-space-size=64', script]
const CHILD_OPTIONS = {
  env: CHILD_ENV,
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as StdioOptions,
  serialization: 'advanced' as const,
}

/** `niceness`: how far behind other processes they stand when the processors are busy. */
export type ProcessOptions = { script: string; most: number; niceness?: number }

export type PictureProcesses = {
  /** An idle child, or a new one. */
  take(): Promise<ChildProcess>
  giveBack(child: ChildProcess): void
  isClosed(): boolean
  close(): Promise<void>
}

/**
 * The children that read pictures, by running a script: started on demand, reused, and replaced when they
 * exit.
 */
export function newPictureProcesses({ script, most, niceness = 0 }: ProcessOptions): PictureProcesses {
  const children = new Set<ChildProcess>()
  const idle = new Set<ChildProcess>()
  let spare: Promise<ChildProcess | undefined> | undefined
  let closed = false

  async function startChild(): Promise<ChildProcess> {
    const child = startBounded(commandOf(script), CHILD_MEMORY_LIMIT_BYTES, CHILD_OPTIONS)
    // A process that could not be started has no pid and never emits `exit`, for which `close` waits.
    if (child.pid !== undefined) {
      children.add(child)
      if (niceness > 0) setPriority(child.pid, niceness)
    }
    // Without a listener, an `error` event would end this process. `nextMessage` handles the failure.
    child.on('error', () => {})
    child.once('exit', () => {
      children.delete(child)
      idle.delete(child)
    })
    if ((await nextMessage(child, START_TIMEOUT_MS)) !== 'ready') {
      child.kill('SIGKILL')
      throw closed ? closingError() : new Error('the process that reads pictures does not start')
    }
    // An idle child must not keep this process alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  /** To start a process takes longer than most pictures: the next user finds one that is ready. */
  async function startSpare(): Promise<void> {
    const starting = startChild().catch(() => undefined)
    spare = starting
    const child = await starting
    if (spare !== starting) return
    spare = undefined
    if (child) idle.add(child)
  }

  function takeSpare(): Promise<ChildProcess | undefined> | undefined {
    const taken = spare
    spare = undefined
    return taken
  }

  return {
    async take() {
      if (closed) throw closingError()
      const [idleChild] = idle
      if (idleChild) idle.delete(idleChild)
      const child = idleChild ?? (await takeSpare()) ?? (await startChild())
      if (!closed && idle.size === 0 && children.size < most) void startSpare()
      return child
    },
    giveBack: (child) => void idle.add(child),
    isClosed: () => closed,
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
  }
}

/** The next message of a child; `exited` if it exits or fails to start; `timeout` after the timeout. */
export function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
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
