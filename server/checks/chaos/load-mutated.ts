// Loaded by --import into the processes of a system: applies the bug named by CHAOS_BUG to the server's
// sources.
import { registerHooks } from 'node:module'
import { findBug } from './bugs.ts'
import { mutateSource, sourceUrl } from './mutate-source.ts'

const bug = findBug(process.env.CHAOS_BUG ?? '')
const mutated = new Map(bug.mutations?.map(({ file }) => [sourceUrl(file), file]))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = mutated.get(url)
    if (file === undefined || !loaded.source) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
    return { ...loaded, source: mutateSource(bug, file, text) }
  },
})
