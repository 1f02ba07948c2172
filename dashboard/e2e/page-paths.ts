/** Ids of an account that its pages are about. */
export type Places = { productId: string; compared: [string, string] }

/** The address of every page and view of an owner. */
export const pagePathsOf = ({ productId, compared: [first, second] }: Places) => ({
  home: '/',
  studio: '/studio',
  make: '/make',
  compare: `/compare?first=${first}&second=${second}`,
  choose: `/compare?first=${first}`,
  products: '/products',
  characters: '/products?tab=characters',
  topics: '/products?tab=topics',
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
  credits: '/credits',
  connections: '/connections',
  settings: '/settings',
})
