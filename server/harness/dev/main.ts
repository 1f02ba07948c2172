// Runs the whole system on this machine, for development: Postgres, engine, S3, simulator, api, worker
// and the signer of the ledger.
// Run: pnpm dev [--fresh] [--demo] [--json]. Ready after about 5 s; Ctrl-C stops everything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { flag, number, readArgumentsOrExit, text, type Values } from '../arguments/index.ts'
import { onFirstSignal } from '../cleanup/index.ts'
import { fillDemo, inThePast, leavePast } from '../demo/index.ts'
import { type StripeDouble, startStripe } from '../doubles/index.ts'
import {
  describeExit,
  type Exit,
  loadProgramPath,
  type ManagedProcess,
  readLogTail,
  type System,
  startSystem,
} from '../processes/index.ts'
import { printProgress } from '../report/index.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildDocs } from './build-docs.ts'
import { enableProviders } from './enable-providers.ts'
import { ensureUsers, type SeededUsers } from './ensure-users.ts'
import { lockFolder } from './lock-folder.ts'
import { watchLauncher } from './watch-launcher.ts'
import { writeWelcome } from './write-welcome.ts'

const PROGRAMS = ['initdb', 'postgres', 'restate-server', 'versitygw', 'ffmpeg']

const MOST_USERS = 10_000
const DEFAULT_DIR = join(import.meta.dirname, '..', '..', '..', '.dev')

const command = {
  name: 'pnpm dev',
  options: {
    fresh: flag('delete the data of earlier starts first'),
    demo: flag('fill the account of owner with a month of media, credits, results and notes'),
    sell: flag('sell credits through a double of Stripe, where no card pays anything'),
    apis: number(1, 'how many apis; more than one stand behind a balancer', { least: 1, most: 20 }),
    workers: number(1, 'how many workers; more than one stand behind a balancer', { least: 1, most: 20 }),
    pooler: flag('put PgBouncer between the processes and the database'),
    port: number(4_100, 'where the api listens', { least: 1, most: 65_535 }),
    users: number(0, 'how many users to create, besides owner, stranger, admin and poor', {
      most: MOST_USERS,
    }),
    dir: text(undefined, 'where the data is stored, .dev by default; each folder is a separate system'),
    json: flag('print one line of JSON when ready, everything else to stderr'),
  },
}
type Settings = Values<typeof command.options> & { dir: string }

const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text)

// The reader of our output may close it first: the processes must still be stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await main(readArgumentsOrExit(command).values).catch((error: Error) => {
  printProgress(`dev: ${error.message}`)
  return 1
})
process.exit()

/** Starts everything, runs until a signal or the death of a process, and returns the exit code. */
async function main(given: Values<typeof command.options>): Promise<number> {
  const settings = { ...given, dir: resolve(given.dir ?? DEFAULT_DIR) }
  for (const program of PROGRAMS) loadProgramPath(program)
  await lockFolder(settings.dir)

  const leave = new AbortController()
  onFirstSignal((name) => leave.abort(new Error(`stopped by ${name}`)), 1)
  watchLauncher(() => leave.abort(new Error('the pnpm that started us has ended')))
  const startedAt = performance.now()
  // The service runs without a dashboard, too.
  await buildDashboard(() => printProgress('Building the dashboard ...'), leave.signal).catch(
    (error: Error) => printProgress(`the dashboard was not built: ${error.message}`),
  )
  await buildDocs(() => printProgress('Building the documents ...'), leave.signal).catch((error: Error) =>
    printProgress(`the documents were not built: ${error.message}`),
  )
  printProgress('Starting postgres, engine, s3, simulator, api, worker and signer ...')
  const opened = await open(settings, leave.signal).catch((error) => {
    if (leave.signal.aborted) return undefined
    throw error
  })
  if (!opened) return 0
  const { system, seeded, stripe } = opened
  try {
    if (settings.demo) await fill(system, seeded, leave.signal)
    welcome(settings, opened, performance.now() - startedAt)
    const death = await Promise.race([watch(system), once(leave.signal)])
    if (death) printProgress(await describeDeath(death))
    return death ? 1 : 0
  } finally {
    printProgress('Stopping ...')
    await system.stop()
    await stripe?.stop()
    if (stripe) rmSync(dirname(stripe.logFile), { recursive: true, force: true })
    printProgress('Stopped.')
  }
}

type Opened = { system: System; seeded: SeededUsers; stripe: StripeDouble | undefined }

async function open(settings: Settings, signal: AbortSignal): Promise<Opened> {
  const file = join(settings.dir, 'users.json')
  const env = enableProviders(process.env)
  if (env.PROVIDERS)
    printProgress(`  live keys buy from ${env.PROVIDERS}, which costs money; test keys do not`)
  const stripe = settings.sell ? await sell(settings, signal) : undefined
  let seeded: SeededUsers | undefined
  const system = await startSystem({
    dir: settings.dir,
    port: settings.port,
    fresh: settings.fresh,
    counts: { apis: settings.apis, workers: settings.workers },
    isBalanced: settings.apis > 1 || settings.workers > 1,
    ...(settings.pooler && { isPooled: true }),
    env: { ...env, ...stripe?.env },
    signal,
    onReady: (name) => printProgress(`  ${name} ready`),
    prepare: async (admin, databaseUrl) => {
      const ensure = () => ensureUsers(file, settings.users, admin)
      // The credits of a demo must be there before it spends them.
      if (!settings.demo) await leavePast(databaseUrl)
      seeded = await (settings.demo ? inThePast(databaseUrl, ensure) : ensure())
    },
  })
  return { system, seeded: seeded as unknown as SeededUsers, stripe }
}

/** The double forgets everything at its end: another seed, so that no id comes twice. */
function sell({ port }: Settings, signal: AbortSignal): Promise<StripeDouble> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-stripe-'))
  const apiUrl = `http://127.0.0.1:${port}`
  return startStripe({ dir, apiUrl, seed: Date.now() % 2 ** 31, signal })
}

/** A demo that cannot be completed is no reason to stop: what it made stays, and a later start goes on. */
async function fill(system: System, { owner }: SeededUsers, signal: AbortSignal): Promise<void> {
  const onStep = (name: string) => printProgress(`  demo: ${name} ...`)
  const { baseUrl, env } = system
  const databaseUrl = env.DATABASE_URL as string
  await fillDemo({ baseUrl, databaseUrl, user: owner, signal, onStep }).catch((error: Error) => {
    if (!signal.aborted) printProgress(`the demo is not complete: ${error.message}`)
  })
}

function welcome(settings: Settings, { system, seeded, stripe }: Opened, tookMs: number): void {
  if (settings.json) {
    const told = { baseUrl: system.baseUrl, databaseUrl: system.env.DATABASE_URL, stripeUrl: stripe?.url }
    process.stdout.write(`${JSON.stringify({ ...told, ...seeded })}\n`)
    printProgress(
      `Ready after ${(tookMs / 1000).toFixed(1)} s at ${system.baseUrl}; logs in ${system.logDir}`,
    )
  } else {
    process.stdout.write(writeWelcome(system, seeded, tookMs, bold))
  }
}

function once(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

type Death = { managed: ManagedProcess; exit: Exit }

function watch(system: System): Promise<Death> {
  return new Promise((resolve) => {
    for (const managed of Object.values(system.processes))
      managed.onDeath((exit) => resolve({ managed, exit }))
  })
}

async function describeDeath({ managed, exit }: Death): Promise<string> {
  const tail = await readLogTail(managed.logFile)
  const { name, logFile } = managed
  return `\n${name} ended by itself (${describeExit(exit)}). The end of ${logFile}:\n${tail}\n`
}
