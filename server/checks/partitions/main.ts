// Proves that jobs and calls cost the same when the tables of media have 20 full partitions: the WAL of a
// job right after a checkpoint, against empty tables and against random ids, and the time of calls, against
// 10,000 rows in the same partitions. Run: pnpm probe:partitions [--rows 10000000] [--jobs 20000]. Takes
// about an hour and 40 GB of disk; --small takes 2 minutes.
import { flag, number } from '../../harness/arguments/index.ts'
import { compareTimes, openSubject, type Subject } from '../../harness/comparison/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { fillTables } from './fill-tables.ts'
import { makePartitions } from './make-partitions.ts'
import { measureWal } from './measure-wal.ts'
import { prepareCalls } from './prepare-calls.ts'

const WORST_WAL = 2
const WORST_TIME = 1.3
const FEW_ROWS = 10_000
const WARM_ROUNDS = 30

const command = {
  name: 'pnpm probe:partitions',
  options: {
    rows: number(10_000_000, 'media in the large tables', { small: 100_000, least: FEW_ROWS }),
    jobs: number(20_000, 'jobs after a checkpoint', { small: 6_000, least: 100 }),
    rounds: number(300, 'times that each call is made', { small: 60, least: 1 }),
    small: flag('the size for CI'),
  },
}
const env = {
  RUNNING_JOBS_PER_USER: '10000',
  SIMULATOR_LONG_SIDE_PIXELS: '64',
  SIMULATOR_RENDER_MS: '100',
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(2)} KB`

await runCheck(command, async ({ rows, jobs, rounds }) => {
  const subjects = await Promise.all([
    openSubject('partitions-few', env),
    openSubject('partitions-many', env),
  ])
  const [few, many] = subjects
  for (const { client } of subjects) await makePartitions(client)

  const empty = await measureWal(few, jobs, 'ordered')
  print(`WAL of a job on empty tables: ${kilobytes(empty)}`)
  await fillTables(few, FEW_ROWS, 'ordered')
  await fillAndSay(many, rows, 'ordered')
  const slow = await compareCalls(subjects, rounds)
  const ordered = await measureWal(many, jobs, 'ordered')
  print(`WAL of a job with ordered ids: ${kilobytes(ordered)}, ${(ordered / empty).toFixed(2)} times`)
  await fillAndSay(many, rows, 'random')
  const random = await measureWal(many, jobs, 'random')
  print(`WAL of a job with random ids: ${kilobytes(random)}, ${(random / empty).toFixed(2)} times`)
  const heavy = ordered > WORST_WAL * empty ? [`${(ordered / empty).toFixed(2)} times`] : []
  return printChecks([
    { sentence: `a job writes at most ${WORST_WAL} times the WAL of one on empty tables`, failures: heavy },
    { sentence: `no call takes more than ${WORST_TIME} times as long`, failures: slow },
  ])
})

async function fillAndSay(subject: Subject, rows: number, ids: 'ordered' | 'random'): Promise<void> {
  const startedAt = performance.now()
  await fillTables(subject, rows, ids)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { rows: found } = await subject.client.query<{ size: string; partitions: number }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size,
       (select count(distinct tableoid)::int from media) as partitions`,
  )
  const [{ size, partitions } = { size: '?', partitions: 0 }] = found
  print(`${rows.toLocaleString('en')} media, ${ids} ids, ${partitions} partitions: ${seconds} s, ${size}`)
}

/** What takes too long with many rows. */
async function compareCalls(subjects: readonly [Subject, Subject], rounds: number): Promise<string[]> {
  const slow: string[] = []
  for (const call of await prepareCalls(subjects)) {
    const { smallMs, largeMs, ratio } = await compareTimes(subjects, call, {
      warmRounds: WARM_ROUNDS,
      rounds,
    })
    const withFew = `with ${FEW_ROWS.toLocaleString('en')} rows ${smallMs.toFixed(2)} ms`
    const times = `${largeMs.toFixed(2)} ms, ${withFew}`
    print(`  ${call.name.padEnd(22)} ${times}: ${ratio.toFixed(2)} times`)
    if (ratio > WORST_TIME) slow.push(`${call.name}: ${ratio.toFixed(2)} times`)
  }
  return slow
}
