import { type ModuleRule, rule } from './module-rule.ts'

/** The checks (`server/checks/`). */
export const checks: Record<string, ModuleRule> = {
  'checks/abuse': rule(
    'An abuser does not harm the others',
    'access/identity harness/arguments harness/driver harness/mutation harness/processes ' +
      'harness/report harness/usage',
    '@aws-sdk/* sharp undici',
  ),
  'checks/acceptance': rule(
    'The interface, read by an independent client',
    'contract harness/arguments harness/driver harness/report',
  ),
  'checks/mcp': rule(
    'Many clients of `/mcp` are served as fast as over HTTP, and none loses what was answered',
    'harness/arguments harness/driver harness/report harness/usage',
    'undici',
  ),
  'checks/hosts': rule(
    'Real agent hosts connect to `/mcp` and list its tools',
    'harness/arguments harness/driver harness/report',
  ),
  'checks/conformance': rule(
    'The conformance suite of the Model Context Protocol against `/mcp`',
    'harness/driver harness/report',
  ),
  'checks/tamper': rule(
    'A changed ledger is found without trusting the database',
    'harness/cleanup harness/driver harness/processes harness/report',
    '@aws-sdk/* pg',
  ),
  'checks/addresses': rule(
    'User-supplied URLs cannot reach private addresses',
    'harness/cleanup harness/processes harness/report platform/fetching',
  ),
  'checks/agent-client': rule(
    'The agents’ client behind a faulty network',
    'harness/arguments harness/audit harness/driver harness/processes harness/random harness/report',
    'pg',
  ),
  'checks/asvs': rule(
    'What the security standard is met by: the named tests notice a defence that is taken out',
    'harness/arguments harness/cleanup harness/random harness/report harness/standard',
  ),
  'checks/bench': rule(
    'What a job costs, compared with the bare engine',
    'contract harness/arguments harness/cleanup harness/collector harness/driver harness/processes ' +
      'harness/report harness/usage',
    '@restatedev/* pg undici',
  ),
  'checks/bench-before': rule(
    'Compares the cost of a job with that of an earlier commit',
    'harness/arguments harness/cleanup harness/processes harness/report',
  ),
  'checks/calls': rule(
    'No request makes the interface fail, at speed',
    'contract harness/arguments harness/driver harness/random harness/report harness/usage',
    'undici',
  ),
  'checks/cells': rule(
    'What fails in one cell is not felt in another',
    'harness/arguments harness/cells harness/driver harness/processes harness/report',
    'undici',
  ),
  'checks/chaos': rule(
    'kill -9 at random loses no job, credit or file',
    'harness/arguments harness/audit harness/doubles harness/driver harness/mutation harness/processes ' +
      'harness/random harness/report',
    '@aws-sdk/* sharp undici',
  ),
  'checks/dashboard-security': rule(
    'The dashboard withstands attacks on its sessions, pages, texts and files',
    'contract harness/arguments harness/attacks harness/cleanup harness/driver harness/mutation ' +
      'harness/processes harness/report',
    'playwright-core sharp undici',
  ),
  'checks/drills': rule(
    'How long the death of a process, a release or the loss of the database is felt',
    'checks/failover harness/arguments harness/audit harness/backups harness/cleanup harness/driver ' +
      'harness/mutation harness/processes harness/random harness/report',
    '@aws-sdk/* undici',
  ),
  'checks/erasure': rule(
    'What is erased is gone: on every process, in storage, after kills',
    'harness/arguments harness/driver harness/processes harness/random harness/report',
    '@aws-sdk/*',
  ),
  'checks/failover': rule(
    'No confirmed write is lost with the primary of the database',
    'harness/arguments harness/audit harness/cleanup harness/driver harness/processes harness/report',
    'undici',
  ),
  'checks/oauth': rule(
    'OAuth withstands the attacks of its security best practice',
    'harness/arguments harness/attacks harness/cleanup harness/driver harness/mutation harness/report',
    'pg',
  ),
  'checks/outage': rule(
    'A provider that is away costs no job',
    'harness/arguments harness/doubles harness/driver harness/processes harness/report',
    'undici',
  ),
  'checks/test-keys': rule(
    'Test keys reach no provider, and the keys of providers are written nowhere',
    'harness/arguments harness/doubles harness/driver harness/processes harness/report',
    'undici',
  ),
  'checks/answer-memory': rule(
    'What large answers of providers cost the worker in memory',
    'harness/arguments harness/doubles harness/driver harness/processes harness/report harness/usage',
  ),
  'checks/faults': rule(
    'What goes wrong at a provider ends well at ours',
    'harness/arguments harness/audit harness/doubles harness/driver harness/processes harness/report',
  ),
  'checks/fuzz': rule(
    'No request makes the interface fail',
    'contract harness/arguments harness/driver harness/report',
  ),
  'checks/growth': rule(
    'Calls cost the same when the media table grows',
    'harness/arguments harness/comparison harness/report',
    'pg',
  ),
  'checks/partitions': rule(
    'Jobs and calls cost the same on full partitions',
    'harness/arguments harness/comparison harness/driver harness/report',
    'pg',
  ),
  'checks/image': rule(
    'The image and the guide of operators, from a clean root to a first picture, a backup and its restore',
    'harness/arguments harness/cleanup harness/processes harness/report',
    'yaml',
  ),
  'checks/images': rule(
    'Hostile pictures do no harm; what a rendition costs',
    'contract harness/arguments harness/driver harness/random harness/report harness/usage platform/imaging',
    'sharp',
  ),
  'checks/injection': rule(
    'Stored text cannot escape its quoting',
    'contract harness/arguments harness/driver harness/random harness/report ' +
      'learning/evidence learning/knowledge learning/recall platform/ids',
    'gpt-tokenizer zod',
  ),
  'checks/isolation': rule(
    'No user sees or changes what belongs to another',
    'access/identity contract harness/arguments harness/driver harness/processes ' +
      'harness/random harness/report',
    '@aws-sdk/* pg undici',
  ),
  'checks/lost-replies': rule(
    'A job whose answer was lost is found by its callback, and bought once',
    'harness/arguments harness/doubles harness/driver harness/processes harness/report',
    'undici',
  ),
  'checks/memory-growth': rule(
    'Requests cost the same when a memory grows',
    'access/identity harness/arguments harness/comparison harness/report learning/evidence ' +
      'learning/ingestion platform/db',
  ),
  'checks/waiting': rule(
    'What open jobs cost while they wait for their provider',
    'harness/arguments harness/driver harness/processes harness/report harness/usage',
    'undici',
  ),
  'checks/pooler': rule(
    'The connections of 50 processes fit onto few of the database',
    'harness/arguments harness/cleanup harness/driver harness/processes harness/report platform/db',
  ),
  'checks/reconcile': rule(
    'Every discrepancy between our books and the bills is found, and nothing else',
    'access/credits access/identity adapters/accounts harness/arguments harness/cleanup harness/driver ' +
      'harness/processes harness/report platform/config platform/db platform/ids platform/providers ' +
      'production/spend',
    'pg',
  ),
  'checks/recompute': rule(
    'The figures of the memory follow from the rows',
    'harness/arguments harness/driver harness/report',
  ),
  'checks/reports': rule(
    'No report is lost, counted twice or summed wrongly',
    'harness/arguments harness/driver harness/random harness/report',
    'pg undici',
  ),
  'checks/search': rule(
    'The search finds what a person wants, in time',
    'access/identity catalog/search harness/arguments harness/cleanup harness/driver ' +
      'harness/processes harness/random harness/report learning/statistics platform/db',
    'pg',
  ),
  'checks/simulation': rule(
    'The life of jobs with simulated time, provider, engine and crashes',
    'access/identity harness/arguments harness/cleanup harness/driver harness/mutation harness/processes ' +
      'harness/random harness/report platform/app platform/config platform/db platform/engine ' +
      'platform/metrics platform/providers platform/refusal platform/storage platform/traces ' +
      'production/callbacks production/jobs ' +
      'production/orders production/results production/timing',
    'pg pino',
  ),
  'checks/simulate-knowledge': rule(
    'The statistical constants have the intended effect',
    'contract harness/arguments harness/report learning/planning learning/statistics',
  ),
  'checks/payments': rule(
    'Every payment is granted once and every return taken back, whatever happens to events and processes',
    'harness/arguments harness/doubles harness/driver harness/mutation harness/processes harness/random ' +
      'harness/report',
    'pg',
  ),
  'checks/secrets': rule(
    'Keys, passwords, sessions and prompts are written nowhere but where they belong',
    'harness/arguments harness/backups harness/cleanup harness/collector harness/driver harness/mutation ' +
      'harness/processes harness/report',
    'undici',
  ),
  'checks/soak': rule(
    'An hour at half of the capacity: nothing grows that must not',
    'harness/arguments harness/audit harness/cleanup harness/collector harness/driver ' +
      'harness/report harness/usage',
    'undici',
  ),
  'checks/spend': rule(
    'The pages of spend show the sums of the ledger',
    'contract harness/arguments harness/driver harness/mutation harness/past-clock harness/random ' +
      'harness/report platform/ids',
  ),
  'checks/overload': rule(
    'Overload ends in refusals, and what is acknowledged is produced',
    'harness/arguments harness/audit harness/cleanup harness/driver harness/processes harness/report ' +
      'harness/usage',
    'undici',
  ),
}
