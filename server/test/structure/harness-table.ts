import { type ModuleRule, rule } from './module-rule.ts'

/** What starts and drives a system (`server/harness/`). */
export const harness: Record<string, ModuleRule> = {
  'harness/arguments': rule('Command-line options: types, defaults, `--help`'),
  'harness/attacks': rule(
    'Runs a table of attacks, and the same with each defence taken out',
    'harness/mutation harness/report',
  ),
  'harness/audit': rule(
    'Reads all rows at one moment and verifies the ledger without using server code',
    'harness/driver harness/report',
  ),
  'harness/backups': rule(
    'Archives the database of a system to an S3 server, as an operator would',
    'harness/cleanup harness/driver harness/processes',
  ),
  'harness/cells': rule(
    'Starts two cells behind one router',
    'harness/cleanup harness/driver harness/processes',
  ),
  'harness/cleanup': rule('Closes what is open when a command ends or is interrupted'),
  'harness/collector': rule('Receives traces of a system, hangs or goes away'),
  'harness/comparison': rule(
    'Sends the same requests to a small and a large system in turn',
    'harness/driver harness/report',
    'pg undici',
  ),
  'harness/demo': rule(
    'Fills an account as a month of work would, through the interface',
    'harness/driver harness/past-clock harness/processes harness/random platform/ids',
    'sharp',
  ),
  'harness/dev': rule(
    '`pnpm dev`: the whole system on one machine',
    'harness/arguments harness/cleanup harness/demo harness/doubles harness/processes harness/report',
  ),
  'harness/doubles': rule(
    'Starts doubles of providers beside a system, and controls them',
    'harness/cleanup harness/processes',
  ),
  'harness/post-office': rule(
    'A mail server that takes the mails of a system, and shows them',
    'harness/processes',
    'postal-mime smtp-server',
  ),
  'harness/driver': rule(
    'Opens a system for a check; HTTP calls, log-in, content, database queries',
    'contract harness/cleanup harness/doubles harness/processes',
    'pg sharp undici',
  ),
  'harness/mutation': rule(
    'Starts the processes of a system with changed texts in their sources',
    'harness/processes',
  ),
  'harness/past-clock': rule('Makes the ledger of a test system post its entries in the past'),
  'harness/processes': rule(
    'Starts real Postgres, pooler, engine, S3, simulator, api and worker',
    '',
    '@aws-sdk/* pg',
  ),
  'harness/random': rule('The one seeded random generator'),
  'harness/release': rule('`pnpm release`: a version and its files', 'harness/arguments harness/report'),
  'harness/report': rule(
    'The main function of every check; its results, figures and tables',
    'harness/arguments harness/cleanup',
  ),
  'harness/standard': rule('Reads the answers to the security standard'),
  'harness/usage': rule('CPU time and memory of processes'),
}
