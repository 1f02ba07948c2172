import { posix } from 'node:path'

/** What a room may import: other rooms, and packages of others. Node's own modules are free. */
export type Walls = { rooms: readonly string[]; packages: readonly string[] }

const walls = (rooms: string, packages = ''): Walls => ({ rooms: words(rooms), packages: words(packages) })
const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** Every arrow of the house. ARCHITECTURE.md shows the same table to people; the two must agree. */
export const rooms: Record<string, Walls> = {
  contract: walls('', 'zod'),
  'platform/refusal': walls('contract', 'zod'),
  'platform/config': walls('contract', 'zod'),
  'platform/app': walls(
    'platform/agent-files platform/config platform/db platform/engine platform/fetching ' +
      'platform/imaging platform/providers platform/storage',
    'pino',
  ),
  'platform/ids': walls('contract'),
  'access/identity': walls(
    'contract platform/db platform/ids platform/refusal',
    '@node-rs/* lru-cache p-limit',
  ),
  'access/credits': walls('access/identity contract platform/db platform/ids platform/refusal'),
  'access/limits': walls('access/identity contract platform/db platform/refusal'),
  'platform/paging': walls('contract platform/refusal'),
  'catalog/photos': walls(
    'access/identity contract platform/app platform/db platform/fetching platform/ids ' +
      'platform/imaging platform/refusal',
  ),
  'catalog/products': walls(
    'access/identity catalog/photos contract platform/app platform/db platform/ids ' +
      'platform/paging platform/refusal',
  ),
  'catalog/characters': walls(
    'access/identity catalog/photos contract platform/app platform/db platform/ids ' +
      'platform/paging platform/refusal',
  ),
  'learning/statistics': walls('contract'),
  'catalog/search': walls('access/identity platform/db'),
  'learning/notes': walls(
    'access/identity catalog/search contract platform/db platform/ids platform/paging ' + 'platform/refusal',
  ),
  'catalog/ceps': walls(
    'access/identity catalog/products catalog/search contract platform/db platform/ids ' +
      'platform/paging platform/refusal',
  ),
  'production/orders': walls(
    'access/identity catalog/ceps catalog/characters catalog/photos catalog/products contract ' +
      'platform/app platform/fetching platform/providers platform/refusal',
    'canonicalize',
  ),
  'production/media': walls(
    'access/credits access/identity access/limits catalog/photos catalog/products contract ' +
      'platform/app platform/db platform/engine platform/fetching platform/ids platform/imaging ' +
      'platform/paging platform/providers platform/refusal production/orders production/results',
  ),
  'learning/evidence': walls(
    'access/identity catalog/search contract learning/statistics platform/db platform/ids ' +
      'platform/paging platform/refusal',
  ),
  'learning/reports': walls(
    'access/identity access/limits catalog/ceps catalog/characters catalog/products contract ' +
      'learning/evidence learning/notes platform/app platform/db platform/ids platform/refusal ' +
      'production/media',
    'canonicalize',
  ),
  'learning/knowledge': walls(
    'access/identity catalog/ceps catalog/characters catalog/products catalog/search contract ' +
      'learning/evidence learning/statistics platform/db platform/ids platform/refusal',
  ),
  'learning/recall': walls(
    'access/identity catalog/ceps catalog/products catalog/search contract learning/evidence ' +
      'learning/knowledge learning/notes learning/statistics platform/db platform/refusal',
  ),
  'learning/portability': walls(
    'access/identity contract learning/evidence learning/notes platform/db platform/ids ' +
      'platform/refusal',
    'csv-parse',
  ),
  'production/results': walls('platform/app platform/imaging', 'p-limit undici'),
  'edge/documents': walls('contract'),
  'platform/agent-files': walls('contract platform/refusal'),
  'edge/http': walls(
    'access/identity access/limits contract platform/app platform/db platform/ids ' +
      'platform/refusal platform/storage',
    '@fastify/* fastify pino zod',
  ),
  'edge/routes': walls(
    'access/credits access/identity catalog/ceps catalog/characters catalog/photos ' +
      'catalog/products contract edge/documents edge/http learning/knowledge learning/notes ' +
      'learning/portability learning/recall learning/reports platform/agent-files ' +
      'platform/refusal production/media production/orders',
  ),
  'edge/commands': walls(
    'access/credits access/identity catalog/ceps catalog/search platform/config platform/db',
  ),
  'platform/engine': walls('', '@restatedev/* pino undici'),
  'platform/providers': walls('', 'undici'),
  'platform/storage': walls('', '@smithy/* undici'),
  'platform/imaging': walls('', 'p-limit sharp'),
  'platform/fetching': walls('', 'p-limit undici'),
  'platform/db': walls('', 'pg'),
  entry: walls(
    'edge/commands edge/http edge/routes platform/agent-files platform/app platform/config ' +
      'platform/db platform/engine platform/fetching platform/imaging platform/providers ' +
      'platform/storage production/media production/results',
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
  '@restatedev/*': ['server/src/platform/engine/', 'server/bench/bare/'],
  '@aws-sdk/*': ['server/parts/', 'server/chaos/', 'server/probes/', ...TESTS],
  sharp: ['server/src/platform/imaging/', 'simulator/', 'server/chaos/', 'server/probes/', ...TESTS],
  pg: [
    'server/src/platform/db/',
    'server/parts/',
    'server/chaos/',
    'server/bench/',
    'server/probes/',
    ...TESTS,
  ],
}

/** The room a file is in; `undefined` for what stands outside the walls, such as tests. */
export function roomOf(path: string): string | undefined {
  if (path.endsWith('.test.ts')) return undefined
  const [top = '', folder = '', third = '', fourth = ''] = path.split('/')
  if (top === 'contract') return 'contract'
  if (top === 'simulator') return folder === 'src' ? 'simulator' : undefined
  if (top !== 'server') return undefined
  if (folder === 'parts' || folder === 'dev') return folder
  if (folder !== 'src') return undefined
  if (third === 'entry') return 'entry'
  return `${third}/${posix.basename(fourth, '.ts')}`
}
