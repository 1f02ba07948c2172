import type { App } from '#platform/app'
import { countRunningAt } from '#production/media'
import { remember } from './routing-memory.ts'

const READ_EVERY_MS = 1_000

/** Reads how many jobs the providers with a limit have, once a second at most. Without a limit, never. */
export async function readRunning(app: App): Promise<void> {
  const limited = app.providers.list.filter(({ runningMax }) => runningMax !== undefined)
  const memory = remember(app)
  if (limited.length === 0 || performance.now() - memory.readAt < READ_EVERY_MS) return
  memory.reading ??= read(
    app,
    limited.map(({ name }) => name),
  ).finally(() => {
    memory.reading = undefined
  })
  await memory.reading
}

async function read(app: App, providers: string[]): Promise<void> {
  const memory = remember(app)
  // What is claimed while this is read may be counted twice, for a second.
  const before = memory.claimed
  memory.claimed = new Map()
  try {
    memory.running = await countRunningAt(app.db, providers)
    memory.readAt = performance.now()
  } catch (error) {
    for (const [name, count] of memory.claimed) before.set(name, (before.get(name) ?? 0) + count)
    memory.claimed = before
    throw error
  }
}
