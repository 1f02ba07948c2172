// Proves that no key, password, session or prompt is written where it does not belong: after a storm of jobs,
// mistakes and kills it looks for each of them, as it is, in hexadecimal and in base64, in the logs of all
// processes, the traces that a collector received, the metrics, a dump, the encrypted backup, the journal of
// the engine, the storage and the files of the database. Prompts may be in the rows of their jobs, so in the
// dump and in the files of the database. Then one is planted in every place, and a release that leaks starts.
// Run: pnpm probe:secrets [--jobs 400] [--small]. Takes about 3 minutes; --small 1 minute.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number } from '../../harness/arguments/index.ts'
import { planBackups, startBackups, waitUntilArchived } from '../../harness/backups/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { startCollector } from '../../harness/collector/index.ts'
import { fastSettings, type OpenSystem, openSystem } from '../../harness/driver/index.ts'
import {
  type Check,
  print,
  printChecks,
  printProgress,
  runCheck,
  textTable,
} from '../../harness/report/index.ts'
import { type Canary, newCanaries } from './canaries.ts'
import { writeDump, writeMetrics } from './gather.ts'
import { makeSecrets } from './make-secrets.ts'
import { plantInCode, plantInPlaces } from './plant.ts'
import { runStorm } from './run-storm.ts'
import { type Place, type Scan, scanPlace } from './scan.ts'

/** Spans are sent once a second. */
const SENT_MS = 3_000
const TIMES = { TICK_SECONDS: '2', IMAGE_STALL_SECONDS: '20', SUBMIT_WAIT_SECONDS: '2' }

const command = {
  name: 'pnpm probe:secrets',
  options: {
    jobs: number(400, 'orders of the storm, each with a mistake beside it', { small: 80, least: 20 }),
    users: number(20, 'users, each with a password, sessions, keys and a second factor', {
      small: 8,
      least: 2,
      most: 100,
    }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ jobs, users }) => {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-secrets-'))
  closeOnExit(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }))
  const [tracesDir, metricsDir, dumpDir] = ['traces', 'metrics', 'dump'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(tracesDir)
  const collector = await startCollector(join(tracesDir, 'spans.jsonl'))
  closeOnExit(() => collector.stop())
  const plan = planBackups()
  const opened = await openSystem('canaries', {
    users,
    env: {
      ...fastSettings,
      ...TIMES,
      ...plan.env,
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    postgres: { settings: plan.settings },
    isMeasured: true,
    signEverySeconds: 5,
  })
  const backups = await startBackups(plan, opened.system.postgres)
  // Before it the repository takes nothing of the log.
  await backups.admin('backup', '--full')
  const canaries = newCanaries()
  const holders = await makeSecrets(opened, canaries)
  const answers = await runStorm(opened, holders, canaries, jobs)
  await waitUntilArchived(opened.system.postgres)
  printProgress('backup and dump ...')
  await backups.admin('backup')
  const gather = async () => {
    await sleep(SENT_MS)
    await writeMetrics(opened, metricsDir)
    return writeDump(opened, dumpDir)
  }
  const tables = await gather()
  const backupDir = join(plan.dir, 's3')
  const places = placesOf(opened, {
    traces: tracesDir,
    metrics: metricsDir,
    dump: dumpDir,
    backup: backupDir,
  })
  const scans: Scan[] = []
  for (const place of places) scans.push(await scanPlace(place, canaries.all))
  printScans(scans, canaries.all)
  print(`${answers} answers, ${collector.calls} calls of the collector, ${tables} tables dumped`)
  const [holder] = holders
  const secret = canaries.all.find(({ isPrompt }) => !isPrompt)
  if (!holder || !secret) throw new Error('there are no users')
  const told = places.filter(({ name }) => ['logs', 'traces', 'metrics'].includes(name))
  return printChecks([
    ...judge(scans, canaries.all),
    ...(await plantInPlaces(places, secret)),
    ...(await plantInCode({ opened, holder, places: told, gather })),
  ])
})

function placesOf(
  { system, dir }: OpenSystem,
  own: { traces: string; metrics: string; dump: string; backup: string },
): Place[] {
  return [
    { name: 'logs', dir: system.logDir },
    { name: 'traces', dir: own.traces },
    { name: 'metrics', dir: own.metrics },
    { name: 'dump', dir: own.dump, mayHavePrompt: (file) => /^public\.media/.test(file) },
    { name: 'backup', dir: own.backup },
    {
      name: 'journal of the engine',
      dir: join(dir, 'engine'),
      isSecretFile: (file) => file.endsWith('.pem'),
    },
    { name: 'storage', dir: join(dir, 's3') },
    { name: 'files of the database', dir: system.postgres.dataDir, mayHavePrompt: () => true },
  ]
}

function judge(scans: Scan[], all: Canary[]): Check[] {
  const prompts = all.filter(({ isPrompt }) => isPrompt).length
  return [
    ...scans.map(({ name, hits, files }) => ({
      sentence: `the ${name}: no key, password or session, and no prompt where it does not belong`,
      failures: files === 0 ? ['there is nothing to look at'] : hits,
    })),
    {
      sentence: `prompts are in the rows of their jobs: the scan can find them`,
      failures: scans.flatMap(({ name, prompts: found }) =>
        name === 'dump' && found.size < prompts / 4 ? [`${found.size} of ${prompts} are in the dump`] : [],
      ),
    },
  ]
}

function printScans(scans: Scan[], all: Canary[]): void {
  const secrets = all.filter(({ isPrompt }) => !isPrompt).length
  print(
    `${secrets} keys, passwords, sessions and tokens and ${all.length - secrets} prompts, each in 5 forms`,
  )
  print(
    textTable([
      ['place', 'files', 'MB', 'hits', 'prompts where they belong'],
      ...scans.map(({ name, files, bytes, hits, prompts }) => [
        name,
        String(files),
        (bytes / 1e6).toFixed(1),
        String(hits.length),
        String(prompts.size),
      ]),
    ]),
  )
}
