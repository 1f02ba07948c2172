import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listEmailDigests, listKeyDigests, listNewEmailDigests, listNewKeyDigests } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'
import { readCell } from '#platform/config'
import type { Db } from '#platform/db'
import { openRouterMap, type RouterMap } from '#platform/router'

/** Rows are looked for by the time at which their transaction began, and none takes longer than this. */
const NEW_MS = 60_000
/** How often everything is written again. Only this removes what was erased. */
const WHOLE_MS = 300_000
const PAGE_ROWS = 5_000
/** After a failure everything is written again, which is too much to do it twice a second. */
const RETRY_MS = 2_000

type Digests = { digest: string }[]
type Source = {
  map: RouterMap
  findNew(): Promise<Digests>
  readAll(): AsyncIterable<Digests>
  /** What was added since the file was last written whole, of the rows that are still new. */
  recent: Set<string>
}

type Sources = { keys: Source; users: Source }

const options = { socket: { type: 'string' }, every: { type: 'string' } } as const

export const publishCell: Command = {
  name: 'publish-cell',
  usage:
    'publish-cell <folder> [--socket file] [--every seconds]\n' +
    '                                         tell the router the keys and users of this cell',
  async run(args) {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [folder] = positionals
    const everyMs = values.every === undefined ? undefined : Number(values.every) * 1000
    if (!folder || (everyMs !== undefined && !(everyMs > 0))) throw new Error(`usage: ${publishCell.usage}`)
    return withDb(async (db) => {
      const sources = await openSources(db, resolve(folder), values.socket)
      if (everyMs !== undefined) return repeat(sources, everyMs)
      const [keys, users] = [await writeWhole(sources.keys), await writeWhole(sources.users)]
      console.log(`${keys} keys, ${users} users`)
      return 0
    })
  },
}

async function openSources(db: Db, folder: string, socketFile: string | undefined): Promise<Sources> {
  const open = (name: string) => openRouterMap({ file: join(folder, name), cell: readCell(), socketFile })
  return {
    keys: {
      map: await open('keys.map'),
      findNew: () => listNewKeyDigests(db, NEW_MS),
      readAll: () => readPages((last) => listKeyDigests(db, last?.digest ?? '', PAGE_ROWS)),
      recent: new Set(),
    },
    users: {
      map: await open('users.map'),
      findNew: () => listNewEmailDigests(db, NEW_MS),
      readAll: () => readPages<{ id: string }>((last) => listEmailDigests(db, last?.id ?? '', PAGE_ROWS)),
      recent: new Set(),
    },
  }
}

async function* readPages<Row>(
  read: (last: (Row & { digest: string }) | undefined) => Promise<(Row & { digest: string })[]>,
): AsyncIterable<Digests> {
  let last: (Row & { digest: string }) | undefined
  for (;;) {
    const page = await read(last)
    if (page.length > 0) yield page
    if (page.length < PAGE_ROWS) return
    last = page.at(-1)
  }
}

/** The digests of new rows that were not added yet. Rows that are no longer new are not looked at again. */
async function findUnknown(source: Source): Promise<string[]> {
  const found = (await source.findNew()).map(({ digest }) => digest)
  const unknown = found.filter((digest) => !source.recent.has(digest))
  source.recent = new Set(found)
  return unknown
}

const addNew = async (source: Source): Promise<void> => source.map.add(await findUnknown(source))

/** Returns how many there are. */
async function writeWhole(source: Source): Promise<number> {
  source.recent = new Set()
  await findUnknown(source)
  const content = await source.map.begin()
  let count = 0
  try {
    for await (const page of source.readAll()) {
      count += page.length
      await content.add(page.map(({ digest }) => digest))
      // A key that is made meanwhile must not wait until everything is written.
      const late = await findUnknown(source)
      await content.add(late)
      await source.map.add(late).catch(content.fail)
    }
  } catch (error) {
    await content.abandon()
    throw error
  }
  await content.commit()
  return count
}

/** Until a signal comes. After a failure everything is written again: it is not known what the router has. */
async function repeat(sources: Sources, everyMs: number): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
  let wholeAt = Number.NEGATIVE_INFINITY
  let told = ''
  const tell = (sentence: string) => {
    if (sentence !== told) console.log(sentence)
    told = sentence
  }
  while (!stop.signal.aborted) {
    let waitMs = everyMs
    try {
      const isDue = performance.now() - wholeAt > WHOLE_MS
      for (const source of Object.values(sources)) await (isDue ? writeWhole(source) : addNew(source))
      if (isDue) wholeAt = performance.now()
      tell('the router is up to date')
    } catch (error) {
      wholeAt = Number.NEGATIVE_INFINITY
      waitMs = Math.max(everyMs, RETRY_MS)
      tell(`failed: ${(error as Error).message}`)
    }
    await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined)
  }
  return 0
}
