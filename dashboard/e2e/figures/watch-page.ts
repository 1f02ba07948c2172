import type { Page } from 'playwright-core'

type Shift = { value: number; moved: string[] }

/** What a page notes about itself while it is open. */
export type Watched = {
  /** Parts that moved without a press or a key just before. */
  shifts: Shift[]
  /** How long each task took that blocked the page for 50 ms or more. */
  tasksMs: number[]
  /** When each picture was first on the screen, by its text. */
  seenMs: Record<string, number>
  /** Milliseconds from the start of the load until the awaited part was drawn. */
  readyMs: number | null
}

type Moved = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Before the page opens an address. `ready` is a selector of the part that makes it ready. */
export async function watchPage(page: Page, ready = '.tile'): Promise<void> {
  await page.addInitScript((selector: string) => {
    const watched: Watched = { shifts: [], tasksMs: [], seenMs: {}, readyMs: null }
    Object.assign(globalThis, { watched })
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    const describe = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName)
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput, sources } = entry as Moved
      if (!hadRecentInput) watched.shifts.push({ value, moved: sources.map(describe) })
    })
    observe('longtask', ({ duration }) => watched.tasksMs.push(duration))
    const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work))
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLImageElement)) return
        afterFrame(() => {
          watched.seenMs[target.alt] ??= Date.now()
        })
      },
      true,
    )
    const look = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      look.disconnect()
      afterFrame(() => {
        watched.readyMs = performance.now()
      })
    })
    look.observe(document, { childList: true, subtree: true })
  }, ready)
}

export const readWatched = (page: Page): Promise<Watched> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)

/** Forgets what was noted so far. */
export const forgetWatched = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched }
    Object.assign(watched, { shifts: [], tasksMs: [] })
  })

/** Counts the longest time between two frames until the returned function is called, in milliseconds. */
export async function watchFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const frames = { longestMs: 0, isOver: false }
    Object.assign(globalThis, { frames })
    let before = performance.now()
    const next = () => {
      const now = performance.now()
      frames.longestMs = Math.max(frames.longestMs, now - before)
      before = now
      if (!frames.isOver) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  return () =>
    page.evaluate(() => {
      const { frames } = globalThis as unknown as { frames: { longestMs: number; isOver: boolean } }
      frames.isOver = true
      return frames.longestMs
    })
}
