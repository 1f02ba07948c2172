import { pauseMsOf, Refused } from './call.ts'

const TRIES = 5

/** Waits as long as the service asks for, when a large account needs more reads than a minute allows. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await read()
    } catch (error) {
      const isTooMuch = error instanceof Refused && error.status === 429
      if (!isTooMuch || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMsOf(error)))
    }
  }
}

type Page<T> = { items: T[]; nextCursor: string | null }

/** Every page of a list, first to last. */
export async function readAll<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const page = await patiently(() => read(cursor))
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
