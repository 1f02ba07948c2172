const BIG_CHARACTERS = 3_000_000

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])

/** JSON that is no answer of the contract: wrong types, wrong names, too large, too deep. */
export const wrongShapes: unknown[] = [
  null,
  true,
  42,
  'ok',
  [],
  [[], {}],
  {},
  { ok: true },
  { error: null, code: 17, charged: ['none'] },
  { error: { message: 'no' }, code: { a: 1 } },
  {
    id: 7,
    status: null,
    creditsCost: 'many',
    balanceAfter: {},
    waiting: 'perhaps',
    pollAfterSeconds: 'soon',
  },
  { id: '', status: 'dancing', pollAfterSeconds: -4, message: [] },
  { id: ['a'], media: null, outputs: 'none', waiting: 1 },
  { media: 'none', products: 3, photos: {}, characters: null, ceps: 'x', nextCursor: 5 },
  {
    media: [null, 4, 'x', []],
    products: [null],
    photos: [[]],
    characters: [7],
    ceps: [false],
    nextCursor: {},
  },
  { product: 'mug', cep: [], photo: null, message: 9 },
  { hits: {}, history: 'x', patterns: 1, baseline: [] },
  { hits: [1], history: [null], patterns: ['x'], baseline: 'none' },
  { balance: 'rich', transactions: [{ amount: 'x' }, 3], budget: 'x' },
  { downloadUrl: 5, uploadKit: 'x', sizeBytes: 'big' },
  { uploadKit: { renditions: [3, null, { way: 5 }], renditionsNote: [] } },
  { code: 'client_ref_conflict', existing: 'x', retryAfterSeconds: 'x' },
  { error: 'x'.repeat(BIG_CHARACTERS), code: 'internal_error' },
  { message: 'y'.repeat(BIG_CHARACTERS), media: Array.from({ length: 5_000 }, (_, i) => ({ id: i })) },
  nested(500),
]
