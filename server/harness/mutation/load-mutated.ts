// Loaded by --import into the processes of a system: applies the mutations of the variable MUTATIONS to the
// server's sources.
import { registerHooks } from 'node:module'
import { type Mutation, mutateSource, sourceUrl } from './mutate-source.ts'

const mutations = JSON.parse(process.env.MUTATIONS ?? '[]') as Mutation[]
const mutated = new Map(mutations.map(({ file }) => [sourceUrl(file), file]))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = mutated.get(url)
    if (file === undefined || !loaded.source) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
    return { ...loaded, source: mutateSource(mutations, file, text) }
  },
})
