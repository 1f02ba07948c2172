import type { Hit } from '@atelier/contract'
import type { PointTarget } from '../api/catalog.ts'

/** Where a find leads, and what it is. */
export type Place = {
  id: string
  label: string
  kind: PlaceKind
  to: string
  search?: Record<string, string>
}

export type PlaceKind = 'page' | 'media' | 'product' | 'character' | 'topic' | 'key' | 'id' | Hit['kind']

type Named = { id: string; name: string }

export type Searched = {
  pages: { label: string; to: string }[]
  products: Named[]
  characters: Named[]
  topics: Named[]
  keys: Named[]
  hits: Hit[]
  /** Where the entry point of a searched id is; null: nowhere any more; undefined: not known yet. */
  pointHome?: PointTarget | null | undefined
  /** An admin is led to the page Operator. */
  isAdmin?: boolean
}

/** Results stay when their entry point is deleted, and name it. */
const wayToPoint = (id: string, home: PointTarget | null): Way => {
  if (home === null) return { kind: 'cep', to: '/studio', search: { point: id } }
  return 'productId' in home
    ? { kind: 'cep', to: `/products/${home.productId}`, search: { tab: 'points' } }
    : { kind: 'cep', to: `/topics/${home.topicId}` }
}

const ID = /^([a-z]{3})_[0-9A-Za-z]{22}$/

type Way = Omit<Place, 'id' | 'label'>

/** Each kind of id, with the page that shows it or the list that it is in. */
const ways: Record<string, (id: string) => Way> = {
  med: (id) => ({ kind: 'media', to: `/studio/${id}` }),
  prd: (id) => ({ kind: 'product', to: `/products/${id}` }),
  chr: (id) => ({ kind: 'character', to: `/characters/${id}` }),
  top: (id) => ({ kind: 'topic', to: `/topics/${id}` }),
  key: () => ({ kind: 'key', to: '/connections' }),
  txn: () => ({ kind: 'id', to: '/credits' }),
  grn: () => ({ kind: 'id', to: '/credits' }),
  nte: () => ({ kind: 'note', to: '/knowledge', search: { tab: 'review' } }),
  his: () => ({ kind: 'history', to: '/knowledge', search: { tab: 'pictures' } }),
  pat: () => ({ kind: 'pattern', to: '/knowledge', search: { tab: 'patterns' } }),
  rep: () => ({ kind: 'claim', to: '/knowledge', search: { tab: 'claims' } }),
  // What is erased is named by its id there.
  pho: () => ({ kind: 'id', to: '/settings' }),
  ast: () => ({ kind: 'id', to: '/settings' }),
  usr: () => ({ kind: 'id', to: '/settings' }),
  dbt: () => ({ kind: 'id', to: '/billing' }),
  pay: () => ({ kind: 'id', to: '/billing' }),
  chk: () => ({ kind: 'id', to: '/billing' }),
  ers: () => ({ kind: 'id', to: '/settings' }),
  evt: () => ({ kind: 'id', to: '/settings' }),
}

const waysOfAdmin: Record<string, Way> = {
  usr: { kind: 'id', to: '/operator', search: { tab: 'users' } },
  inv: { kind: 'id', to: '/operator', search: { tab: 'users' } },
}

const MOST_OF_A_KIND = 5

/** An id leads to its page. Any other text finds pages and things by their names, then what was learned. */
export function findPlaces(text: string, all: Searched): Place[] {
  const wanted = text.trim()
  const [, prefix = ''] = ID.exec(wanted) ?? []
  if (prefix === 'cep') {
    if (all.pointHome === undefined) return []
    return [{ id: wanted, label: wanted, ...wayToPoint(wanted, all.pointHome) }]
  }
  const way = (all.isAdmin && waysOfAdmin[prefix]) || ways[prefix]?.(wanted)
  if (way) return [{ id: wanted, label: wanted, ...way }]
  const isMeant = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  const pages = all.pages
    .filter(({ label }) => isMeant(label))
    .map(({ label, to }): Place => ({ id: to, label, kind: 'page', to }))
  if (wanted === '') return pages
  const named = (things: Named[], prefixOf: string): Place[] =>
    things
      .filter(({ name }) => isMeant(name))
      .slice(0, MOST_OF_A_KIND)
      .flatMap(({ id, name }) => {
        const found = ways[prefixOf]?.(id)
        return found ? [{ id, label: name, ...found }] : []
      })
  return [
    ...pages,
    ...named(all.products, 'prd'),
    ...named(all.characters, 'chr'),
    ...named(all.topics, 'top'),
    ...named(all.keys, 'key'),
    ...all.hits.slice(0, MOST_OF_A_KIND).map(placeOfHit),
  ]
}

/** A result leads to its picture, an entry point to its board; the others to the list that they are in. */
function placeOfHit({ id, kind, text, refs }: Hit): Place {
  const { generatedMediaId, productId, topicId } = refs
  const found = { id, label: text, kind }
  if (kind === 'history' && generatedMediaId) return { ...found, to: `/studio/${generatedMediaId}` }
  if (kind === 'cep' && productId)
    return { ...found, to: `/products/${productId}`, search: { tab: 'points' } }
  if (kind === 'cep' && topicId) return { ...found, to: `/topics/${topicId}` }
  const tabs = { history: 'pictures', pattern: 'patterns', cep: 'pictures', claim: 'claims', note: 'review' }
  return { ...found, to: '/knowledge', search: { tab: tabs[kind] } }
}
