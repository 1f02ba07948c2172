import type { World } from './open-world.ts'
import type { Evidence } from './read-evidence.ts'

/** Finds what only we and a provider may know: its addresses, its ids and our keys. */
export type FindLeaks = (text: string) => string[]

export function newLeakFinder({ doubles }: World, { logs }: Evidence): FindLeaks {
  const secrets = Object.values(doubles.byName).map(({ url }) => new URL(url).host)
  const keys = [...Object.values(doubles.keys), 'double-webhook-key', 'double-account']
  const ids = new Set(Object.values(logs).flatMap(({ jobs }) => jobs.map(({ id }) => id)))
  const fixed = [...secrets, ...keys]
  return (text) => [
    ...fixed.filter((secret) => text.includes(secret)),
    // A text has few words that look like ids, and there are many ids.
    ...new Set((text.match(ID) ?? []).filter((word) => ids.has(word) || word.startsWith('req_'))),
  ]
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ID = new RegExp(`\\b(?:(?:image_)?${UUID}|(?:req_)?[0-9a-f]{32})\\b`, 'g')
