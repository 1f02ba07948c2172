import * as open from './dialogs.ts'
import type { Views } from './view.ts'

/** Ids of an account that its pages are about. */
export type Places = {
  productId: string
  compared: [string, string]
  characterId: string
  topicId: string
  /** A job that failed. */
  failedId: string
}

/** What can be opened over a page without anything in the account. */
const always = {
  products: { new: open.newOf('products') },
  characters: { new: open.newOf('characters') },
  topics: { new: open.newOf('topics') },
  connections: { 'new key': open.newKey },
  home: { search: open.search, shortcuts: open.shortcuts, menu: open.menu },
  settings: { 'erase the account': open.eraseAccount },
}

/** The address of every page and tab of an owner. */
const pagesOf = ({ productId, compared: [first, second], characterId, topicId, failedId }: Places) => ({
  home: '/',
  studio: '/studio',
  'studio-nothing': '/studio?type=video&status=failed',
  'studio-test': '/studio?mode=test',
  picture: `/studio/${first}`,
  failed: `/studio/${failedId}`,
  make: '/make',
  compare: `/compare?first=${first}&second=${second}`,
  choose: `/compare?first=${first}`,
  products: '/products',
  characters: '/products?tab=characters',
  topics: '/products?tab=topics',
  character: `/characters/${characterId}`,
  topic: `/topics/${topicId}`,
  photos: `/products/${productId}`,
  points: `/products/${productId}?tab=points`,
  library: `/products/${productId}?tab=library`,
  results: `/products/${productId}?tab=results`,
  knowledge: `/knowledge?product=${productId}`,
  pictures: '/knowledge?tab=pictures',
  patterns: '/knowledge?tab=patterns',
  claims: '/knowledge?tab=claims',
  plan: `/knowledge?tab=plan&product=${productId}`,
  review: '/knowledge?tab=review',
  accepted: '/knowledge?tab=review&notes=accepted',
  credits: '/credits',
  billing: '/billing',
  connections: '/connections',
  settings: '/settings',
  gone: '/products/prd_0000000000000000000000',
  nowhere: '/studio/nothing/here',
})

/** Every page of an account in which there may be nothing. */
export const emptyViewsOf = (places: Places): Views => join(pagesOf(places), always)

/** Every page of an account with one of each thing, and everything that opens on it. */
export const ownerViewsOf = (places: Places): Views =>
  join(pagesOf(places), {
    ...always,
    studio: { filter: open.filter, choosing: open.choosing },
    picture: { more: open.more, attach: open.attach },
    make: { filled: open.filled },
    photos: { rename: open.rename, 'delete a photo': open.deletePhoto },
    points: { new: open.newPoint, delete: open.deletePoint },
    pictures: { days: open.days },
    knowledge: { table: open.table, thresholds: open.thresholds },
    plan: { 'make all': open.makeAll },
    connections: {
      ...always.connections,
      change: open.changeKey,
      rotate: open.rotateKey,
      revoke: open.revokeKey,
      unsaved: open.unsaved,
      secret: open.secret,
    },
    settings: {
      ...always.settings,
      'erase one': open.eraseOne(places.productId),
      'second factor': open.factorOn,
      'its secret': open.factorSecret,
    },
  })

const join = (pages: Record<string, string>, opened: Record<string, Views[string]['opened']>): Views =>
  Object.fromEntries(
    Object.entries(pages).map(([name, path]) => [
      name,
      { path, ...(opened[name] && { opened: opened[name] }) },
    ]),
  )
