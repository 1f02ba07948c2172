import { access } from './access-table.ts'
import { adapters } from './adapters-table.ts'
import { checks } from './checks-table.ts'
import { harness } from './harness-table.ts'
import { type Group, type ModuleRule, rule } from './module-rule.ts'
import { platform } from './platform-table.ts'
import { production } from './production-table.ts'

/**
 * The groups of server/src, lowest layer first: a module imports modules of its own group and of groups
 * before it, never of a later one.
 */
export const groups: Record<string, Group> = {
  platform,
  adapters,
  access,
  catalog: {
    purpose: 'What creatives are made from',
    modules: {
      products: rule(
        'Products and the size of their library',
        'access/identity catalog/photos contract platform/app platform/db platform/ids ' +
          'platform/paging platform/refusal',
      ),
      characters: rule(
        'Characters: people who appear in creatives, with their photos',
        'access/identity catalog/photos contract platform/app platform/db platform/ids ' +
          'platform/paging platform/refusal',
      ),
      photos: rule(
        'Reference photos of products, characters and single jobs; uploads',
        'access/identity access/quotas contract platform/app platform/db platform/fetching ' +
          'platform/ids platform/imaging platform/paging platform/refusal',
      ),
      ceps: rule(
        'Customer entry points and topics',
        'access/identity catalog/products catalog/search contract platform/db platform/ids ' +
          'platform/paging platform/refusal',
      ),
      search: rule(
        'The text index: tokenizes, stores records, finds candidates; text similarity',
        'access/identity platform/db',
      ),
    },
  },
  production,
  learning: {
    purpose: 'What worked, and the evidence for it',
    modules: {
      statistics: rule(
        'The formulas as pure functions: estimates, tiers, patterns, drift, plans',
        'contract',
      ),
      planning: rule(
        'What is believed about the cells of a product, and draws from it',
        'contract learning/statistics',
      ),
      worth: rule(
        'What ads earn and cause: profit from margins, and lift tests',
        'contract learning/statistics',
      ),
      evidence: rule(
        'Reported results as stored: memories, series with their sums, claims, conclusions',
        'access/identity contract learning/statistics learning/worth platform/db platform/paging ' +
          'platform/refusal platform/turns',
      ),
      ingestion: rule(
        'Writes reported rows and claims: matches ads, decides which reading of a day counts',
        'access/identity catalog/search contract learning/evidence platform/db platform/ids ' +
          'platform/refusal',
      ),
      notes: rule(
        'Notes of owners and agents, and their review',
        'access/identity catalog/search contract platform/db platform/ids platform/paging ' +
          'platform/refusal',
      ),
      reports: rule(
        'Receives a report: once for each idempotency key, all or nothing',
        'access/identity access/limits access/quotas catalog/ceps catalog/characters catalog/products ' +
          'contract learning/evidence learning/ingestion learning/notes platform/app platform/db ' +
          'platform/ids platform/refusal production/media',
        'canonicalize',
      ),
      outlooks: rule(
        'What the plan of a product is drawn from: the belief of its cells, and until when ads hold',
        'contract learning/evidence learning/planning learning/statistics platform/db',
      ),
      knowledge: rule(
        'Conclusions: history, patterns, drift',
        'access/identity catalog/search contract learning/evidence learning/outlooks ' +
          'learning/statistics learning/worth platform/db platform/ids platform/refusal',
      ),
      plans: rule(
        'What to make next, and which running ads to replace',
        'access/identity catalog/ceps catalog/characters catalog/products contract learning/evidence ' +
          'learning/knowledge learning/outlooks learning/planning learning/statistics platform/db ' +
          'platform/refusal production/media',
      ),
      summaries: rule(
        'The week of an owner, for the mail that tells it: made, spent, won',
        'access/credits access/identity access/mail learning/evidence platform/app platform/db ' +
          'production/overview',
      ),
      recall: rule(
        'Finds what is relevant to a question and writes it as a fenced block',
        'access/identity catalog/ceps catalog/products catalog/search contract learning/evidence ' +
          'learning/knowledge learning/notes learning/statistics platform/app platform/db ' +
          'platform/refusal',
      ),
      portability: rule(
        'Export and import of a memory; the CSV of the ads platform',
        'access/identity access/quotas contract learning/evidence learning/ingestion learning/notes ' +
          'platform/app platform/db platform/downloads platform/ids platform/refusal platform/turns',
        'csv-parse',
      ),
    },
  },
  privacy: {
    purpose: 'What people may demand of their data',
    modules: {
      erasures: rule(
        'Erases a thing or an account in every module and in storage; the log of erasures',
        'access/credits access/identity access/limits access/mail access/payments catalog/ceps ' +
          'catalog/characters ' +
          'catalog/photos catalog/products catalog/search contract learning/evidence learning/ingestion ' +
          'learning/knowledge learning/notes learning/reports platform/app platform/db platform/ids ' +
          'platform/parallel platform/refusal platform/storage production/jobs production/media',
        'zod',
      ),
      exports: rule(
        'Writes everything about a user: the rows of all tables, and files',
        'platform/app platform/db',
      ),
    },
  },
  edge: {
    purpose: 'Where requests and operator commands come in',
    modules: {
      requests: rule(
        'What is told of every request: its line in the log, its metrics, its trace',
        'contract platform/metrics platform/traces',
        'pino',
      ),
      http: rule(
        'Everything between the socket and a route, independent of any endpoint',
        'access/audit access/credits access/factors access/identity access/limits access/oauth contract ' +
          'edge/requests platform/app platform/db platform/ids platform/refusal platform/storage ' +
          'platform/turns',
        '@fastify/* fastify lru-cache pino zod',
      ),
      mcp: rule(
        'The Model Context Protocol: the tools of the Python client as calls of our own endpoints',
        'catalog/photos contract edge/http platform/refusal',
        '@modelcontextprotocol/*',
      ),
      routes: rule(
        'One file for each endpoint: parse, call one function, answer',
        'access/audit access/credits access/factors access/identity access/limits access/mail ' +
          'access/members access/oauth access/passwords access/payments access/quotas access/sessions ' +
          'catalog/ceps catalog/characters ' +
          'catalog/photos ' +
          'catalog/products contract edge/dashboard edge/documents edge/http edge/mcp learning/knowledge ' +
          'learning/notes learning/plans learning/portability learning/recall learning/reports ' +
          'platform/agent-files platform/downloads ' +
          'platform/refusal privacy/erasures production/admission production/callbacks production/jobs ' +
          'production/overview production/oversight ' +
          'production/media production/orders production/renditions',
      ),
      dashboard: rule(
        'The built files of the dashboard and of the documents as answers: compressed, cached, with their ' +
          'policy',
        'contract edge/http platform/app platform/dashboard-files platform/refusal',
      ),
      documents: rule(
        'The interface as text for models (`/llms.txt`), and as one page where the site was not built',
        'contract',
      ),
      installation: rule(
        'The operator’s commands before the first start: they make keys, and check settings and ' +
          'what they name',
        'access/credits adapters/setup platform/config platform/db platform/engine platform/imaging ' +
          'platform/scanner platform/smtp platform/storage',
      ),
      'command-line': rule(
        'Opens the database and the storage for an operator’s command',
        'access/audit access/identity platform/config platform/db platform/ids platform/storage',
        'pino',
      ),
      backups: rule(
        'The operator’s commands that back up, restore and verify',
        'access/credits access/statements catalog/photos edge/command-line platform/config platform/db ' +
          'platform/storage privacy/erasures production/media',
      ),
      commands: rule(
        'The operator’s commands (`pnpm admin`)',
        'access/audit access/credits access/factors access/identity access/links access/mail ' +
          'access/members access/statements adapters/accounts contract ' +
          'adapters/questions catalog/ceps catalog/search edge/backups edge/command-line ' +
          'edge/installation platform/config platform/db platform/metrics platform/providers ' +
          'platform/router platform/storage ' +
          'privacy/erasures privacy/exports production/media production/spend',
      ),
    },
  },
  entry: {
    purpose: 'Starts the processes',
    modules: {
      entry: rule(
        'Composition: settings, app, api, worker',
        'access/mail access/members access/payments adapters/setup contract edge/commands edge/http ' +
          'edge/routes learning/summaries platform/agent-files ' +
          'platform/app platform/config platform/dashboard-files platform/db platform/engine ' +
          'platform/fetching platform/ids platform/imaging platform/log platform/metrics ' +
          'platform/scanner platform/smtp platform/storage platform/stripe platform/traces platform/turns ' +
          'privacy/erasures production/admission ' +
          'production/cleanup production/jobs production/media production/results ' +
          'production/routing production/timing ' +
          'production/tries',
        'pino',
      ),
    },
  },
}

/** Code outside server/src that other code imports. */
export const packages: Record<string, ModuleRule> = {
  contract: rule('What the outside sees: schemas, prices, limits, refusals', '', 'zod'),
  simulator: rule('A provider for development and tests; shares no code with the server', '', 'sharp'),
}

/** Every rule by the full name of its module, such as `access/credits`. */
export const modules: Record<string, ModuleRule> = {
  ...packages,
  ...harness,
  ...checks,
  ...Object.fromEntries(
    Object.entries(groups).flatMap(([group, { modules }]) =>
      Object.entries(modules).map(([name, one]) => [name === group ? name : `${group}/${name}`, one]),
    ),
  ),
}

/** Modules that share the tables of another module: they write what it reads. */
export const sharesTablesOf: Record<string, string> = {
  'production/jobs': 'production/media',
  'production/callbacks': 'production/media',
  'production/tries': 'production/media',
  'access/sessions': 'access/identity',
  'access/links': 'access/identity',
  'access/members': 'access/identity',
  'access/factors': 'access/identity',
  'access/oauth': 'access/identity',
  'production/spend': 'production/media',
  'production/overview': 'production/media',
  'production/oversight': 'production/media',
  'learning/ingestion': 'learning/evidence',
}

const TESTS = ['server/test/', '.test.ts']

/** Which paths may import these packages: the beginning or the end of a path. */
export const restrictedPackages: Record<string, string[]> = {
  '@restatedev/*': ['server/src/platform/engine/', 'server/checks/bench/'],
  '@aws-sdk/*': ['server/harness/', 'server/checks/', ...TESTS],
  sharp: ['server/src/platform/imaging/', 'simulator/', 'server/harness/', 'server/checks/', ...TESTS],
  // A dialog or menu of a page is a part, so that all pages behave alike.
  'radix-ui': ['dashboard/src/parts/'],
  pg: ['server/src/platform/db/', 'server/harness/', 'server/checks/', ...TESTS],
}

/** The module that a file belongs to; undefined for tests and other files without a rule. */
export function moduleOf(path: string): string | undefined {
  if (path.endsWith('.test.ts')) return undefined
  const [top = '', folder = '', group = '', name = ''] = path.split('/')
  if (top === 'contract') return 'contract'
  if (top === 'simulator') return folder === 'src' ? 'simulator' : undefined
  if (top !== 'server') return undefined
  if (folder === 'harness' || folder === 'checks') return `${folder}/${group}`
  if (folder !== 'src') return undefined
  return group === 'entry' ? 'entry' : `${group}/${name}`
}

/** The group of a module, or the module itself when it has none. */
export const groupOf = (module: string): string => module.split('/')[0] ?? module
