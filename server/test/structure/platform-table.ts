import { type Group, rule } from './module-rule.ts'

/** The group `platform` of the module table. */
export const platform: Group = {
  purpose: 'Adapters for everything outside the process, and shared types',
  modules: {
    log: rule('Which fields a line of the log may have; one line for each outage', '', 'pino'),
    metrics: rule('What is counted for Prometheus, and the port where it is read', '', 'prom-client'),
    traces: rule('One trace for each job, sent by OpenTelemetry', 'platform/log', '@opentelemetry/*'),
    db: rule('Statements, transactions and migrations', 'platform/log', 'p-limit pg'),
    ids: rule('Makes ids', 'contract'),
    paging: rule('Cursors of lists ordered by time and id', 'contract platform/refusal'),
    storage: rule(
      'Puts, opens, lists and removes objects in S3',
      'platform/log platform/memory',
      '@smithy/* undici',
    ),
    imaging: rule(
      'Re-encodes pictures from outside and renders renditions in limited child processes, checks that ' +
        'files are complete, makes thumbnails',
      'platform/turns',
      'p-limit sharp',
    ),
    fetching: rule('The only code that opens URLs given by users', '', 'lru-cache undici'),
    memory: rule('Frees the buffers of large files and answers while they pass'),
    parallel: rule('Works on a list, a few of its items at a time'),
    engine: rule(
      'The workflow of a job; its steps are passed in',
      'platform/log platform/parallel',
      '@restatedev/* pino undici',
    ),
    providers: rule('One adapter for each generator, all of one type', 'contract', 'undici'),
    'dashboard-files': rule('The built files of the dashboard and of the documents, read once at start'),
    'agent-files': rule(
      'The files of `agent/` and `skills/` that agent hosts download, read once at start',
      'contract platform/refusal',
    ),
    stripe: rule(
      'The only code that speaks with Stripe: pages, cards, signed events; the operator’s packs',
      'contract platform/config platform/log',
      'stripe zod',
    ),
    scanner: rule('The only code that speaks with a scanner of files', 'platform/log'),
    smtp: rule('The only code that speaks with a mail server', 'platform/config', 'nodemailer'),
    turns: rule(
      'Bounded queues: how much one user may do at the same time; the connections for heavy work; the ' +
        'pace of bytes',
      'platform/db platform/refusal',
    ),
    downloads: rule(
      'Large answers, written to a file of known size before the first byte is sent',
      'platform/db platform/refusal platform/turns',
    ),
    router: rule('Maps of the router: which digests of keys and e-mail addresses belong to this cell'),
    app: rule(
      'The type `App`: everything the service uses outside its own process',
      'platform/agent-files platform/config platform/dashboard-files platform/db platform/engine ' +
        'platform/fetching ' +
        'platform/imaging platform/metrics platform/providers platform/scanner platform/storage ' +
        'platform/stripe platform/traces platform/turns',
      'pino',
    ),
    config: rule('The only reader of the environment', 'contract', 'zod'),
    refusal: rule('The one error class for refused requests', 'contract', 'zod'),
  },
}
