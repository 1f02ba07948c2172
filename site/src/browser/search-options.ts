/** The same when the index is built and when it is searched. */
export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['to', 'page', 'title', 'start', 'weight'],
  extractField: (section: object, field: string): string => {
    const all = section as Record<string, unknown>
    return field === 'start' ? String(all.text ?? '').slice(0, 160) : String(all[field] ?? '')
  },
  // `dailyCreditLimit` is found by credit, and `/api/gen/image` by image.
  tokenize: (text: string): string[] => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
    const parts = words.flatMap((word) => word.split(/(?<=[a-z])(?=[A-Z])/))
    return [...new Set([...words, ...parts].map((word) => word.toLowerCase()))]
  },
}

/** What joins words and says nothing. */
const EMPTY = new Set(
  (
    'a an and are as at be can do does for from how i in is it me my of on or should the their this to ' +
    'what when where which who why with you your much many'
  ).split(' '),
)

export const askOptions = {
  boostDocument: (_id: unknown, _term: string, stored?: Record<string, unknown>): number =>
    Number(stored?.weight ?? 1),
  boost: { title: 4, page: 2 },
  prefix: (term: string): boolean => term.length > 2,
  fuzzy: (term: string): number | false => (term.length > 5 ? 0.2 : false),
  processTerm: (term: string): string | null => (EMPTY.has(term) ? null : term),
}
