import { fileURLToPath } from 'node:url'
import { newTurns } from '#platform/turns'
import { CleanerUnavailable, closingError } from './cleaner-unavailable.ts'
import { newPictureProcesses, nextMessage } from './new-picture-processes.ts'
import type { Frame } from './render-picture.ts'
import type { RenderRequest } from './renderer-child.ts'
import { UnusablePicture } from './unusable-picture.ts'

const CHILD_SCRIPT = fileURLToPath(new URL('./renderer-child.ts', import.meta.url))

/** Anybody who has its URL may want a rendition, so it stands behind everything else on the machine. */
const NICENESS = 10
const CONCURRENCY = 2
/** Of the pictures of one user: as many as those of four jobs. Together more than twenty users can fill. */
const WAITING_PER_USER = 24
const WAITING = 512
const TURN_MS = 20_000
/** A rendition takes 0.1 to 0.5 s, and of the largest picture 3 s. */
const TIMEOUT_MS = 20_000
/** What has failed is not tried again for so long, for all who ask. */
const FAILED_MS = 30_000
const FAILED_MAX = 1_000

/** Renders the picture in a file. */
export type Render = (path: string, frame: Frame) => Promise<Buffer>

export type Renderer = {
  /**
   * Runs work that renders a picture, when it is the turn of the user: once for all who ask for the same key
   * meanwhile. Throws `CleanerUnavailable` when too many wait, or when the same has just failed.
   */
  once(key: string, userId: string, work: (render: Render) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * Renders pictures in child processes, in turn. They are others than those of the cleaner: who reads public
 * files must not hold up uploads. Of two users the one with fewer waiting pictures goes first.
 */
export function openRenderer({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Renderer {
  const processes = newPictureProcesses({ script: CHILD_SCRIPT, most: CONCURRENCY, niceness: NICENESS })
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, number>()
  const failures = newFailures()
  const turns = newTurns({
    running: CONCURRENCY,
    runningPerUser: CONCURRENCY - 1,
    waiting: WAITING,
    waitingPerUser: WAITING_PER_USER,
    busy: () => new CleanerUnavailable('too many renditions are waiting'),
    rankOf: (userId) => waiting.get(userId) ?? 0,
  })

  const render: Render = async (path, frame) => {
    const child = await processes.take()
    const request: RenderRequest = { path, frame }
    // A failed send is ignored: it means that the child is exiting, which `nextMessage` reports.
    child.send(request, () => {})
    const answer = (await nextMessage(child, timeoutMs)) as Buffer | 'broken' | 'exited' | 'timeout'
    if (answer === 'timeout') child.kill('SIGKILL')
    else if (answer !== 'exited') processes.giveBack(child)
    if (typeof answer !== 'string') return answer
    throw processes.isClosed() ? closingError() : new UnusablePicture(`the picture: ${answer}`)
  }

  async function takeTurn(key: string, userId: string, work: () => Promise<void>): Promise<void> {
    if (failures.has(key)) throw new CleanerUnavailable('this rendition has just failed')
    waiting.set(userId, (waiting.get(userId) ?? 0) + 1)
    const end = await turns.take(userId, { waitMs: TURN_MS }).finally(() => leave(userId))
    try {
      await work()
    } catch (error) {
      // A storage that fails costs nothing; a picture costs the time of a processor each time.
      if (error instanceof UnusablePicture) failures.add(key)
      throw error
    } finally {
      end()
    }
  }

  function leave(userId: string): void {
    const left = (waiting.get(userId) ?? 1) - 1
    if (left > 0) waiting.set(userId, left)
    else waiting.delete(userId)
  }

  return {
    once(key, userId, work) {
      const making =
        running.get(key) ?? takeTurn(key, userId, () => work(render)).finally(() => running.delete(key))
      running.set(key, making)
      return making
    },
    close: processes.close,
  }
}

/** The keys of what has failed, for a while. */
function newFailures() {
  const untilOf = new Map<string, number>()
  return {
    has: (key: string): boolean => (untilOf.get(key) ?? 0) > performance.now(),
    add(key: string): void {
      // Maps iterate in insertion order: the first is the oldest.
      const [oldest] = untilOf.keys()
      if (oldest !== undefined && untilOf.size >= FAILED_MAX) untilOf.delete(oldest)
      untilOf.delete(key)
      untilOf.set(key, performance.now() + FAILED_MS)
    },
  }
}
