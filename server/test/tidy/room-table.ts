import { posix } from 'node:path'

/** What a room may import: other rooms, and packages of others. Node's own modules are free. */
export type Walls = { rooms: readonly string[]; packages: readonly string[] }

const walls = (rooms: string, packages = ''): Walls => ({ rooms: words(rooms), packages: words(packages) })
const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** Every arrow of the house. ARCHITECTURE.md shows the same table to people; the two must agree. */
export const rooms: Record<string, Walls> = {
  contract: walls('', 'zod'),
  refusal: walls('contract', 'zod'),
  config: walls('contract', 'zod'),
  app: walls('config db engine fetching imaging kit providers storage', 'pino'),
  ids: walls('contract'),
  accounts: walls('contract db ids refusal', '@node-rs/* lru-cache p-limit'),
  credits: walls('accounts contract db ids refusal'),
  limits: walls('accounts contract db refusal'),
  paging: walls('contract refusal'),
  photos: walls('accounts app contract db fetching ids imaging refusal'),
  products: walls('accounts app contract db ids paging photos refusal'),
  characters: walls('accounts app contract db ids paging photos refusal'),
  statistics: walls('contract'),
  search: walls('accounts db'),
  notes: walls('accounts contract db ids paging refusal search'),
  ceps: walls('accounts contract db ids paging products refusal search statistics'),
  orders: walls(
    'accounts app ceps characters contract fetching photos products providers refusal',
    'canonicalize',
  ),
  media: walls(
    'accounts app contract credits db engine fetching ids imaging limits orders paging photos products ' +
      'providers refusal results',
  ),
  evidence: walls('accounts contract db ids paging refusal search statistics'),
  reports: walls(
    'accounts app ceps characters contract db evidence ids limits media notes products refusal',
    'canonicalize',
  ),
  knowledge: walls('accounts ceps characters contract db evidence ids products refusal search statistics'),
  recall: walls('accounts ceps contract db evidence knowledge notes products refusal search statistics'),
  portability: walls('accounts contract db evidence ids notes refusal', 'csv-parse'),
  results: walls('app imaging', 'p-limit undici'),
  documents: walls('contract'),
  kit: walls('contract refusal'),
  http: walls('accounts app contract db ids limits refusal storage', '@fastify/* fastify pino zod'),
  routes: walls(
    'accounts ceps characters contract credits documents http kit knowledge media notes orders photos ' +
      'portability products recall refusal reports',
  ),
  commands: walls('accounts ceps config credits db search'),
  engine: walls('', '@restatedev/* pino undici'),
  providers: walls('', 'undici'),
  storage: walls('', '@smithy/* undici'),
  imaging: walls('', 'p-limit sharp'),
  fetching: walls('', 'p-limit undici'),
  db: walls('', 'pg'),
  entry: walls(
    'app commands config db engine fetching http imaging kit media providers results routes storage',
    'pino',
  ),
  parts: walls('', '@aws-sdk/* pg'),
  dev: walls('parts'),
  simulator: walls('', 'sharp'),
}

const TESTS = ['server/test/', '.test.ts']

/**
 * Who may import these at all, by the beginning or the end of a path: tests and measurements are no rooms.
 */
export const guarded: Record<string, string[]> = {
  '@restatedev/*': ['server/src/engine/', 'server/bench/bare/'],
  '@aws-sdk/*': ['server/parts/', 'server/chaos/', 'server/probes/', ...TESTS],
  sharp: ['server/src/imaging/', 'simulator/', 'server/chaos/', 'server/probes/', ...TESTS],
  pg: ['server/src/db/', 'server/parts/', 'server/chaos/', 'server/bench/', 'server/probes/', ...TESTS],
}

/** The room a file is in; `undefined` for what stands outside the walls, such as tests. */
export function roomOf(path: string): string | undefined {
  if (path.endsWith('.test.ts')) return undefined
  const [top = '', folder = '', third = '', fourth] = path.split('/')
  if (top === 'contract') return 'contract'
  if (top === 'simulator') return folder === 'src' ? 'simulator' : undefined
  if (top !== 'server') return undefined
  if (folder === 'parts' || folder === 'dev') return folder
  if (folder !== 'src') return undefined
  if (fourth !== undefined) return third
  return ['app.ts', 'config.ts', 'refusal.ts'].includes(third) ? posix.basename(third, '.ts') : 'entry'
}
