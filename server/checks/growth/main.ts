// Proves that a call costs the same when the table of media grows: two systems side by side, one that stays
// small and one that grows, get the same requests in turn. The largest may take 1.3 times as long.
// Run: pnpm probe:growth [--rows 10000,1000000,10000000] [--rounds 300]. Takes about 25 minutes; --small 4.
import { flag, number, text } from '../../harness/arguments/index.ts'
import { compareTimes, openSubject, type Subject } from '../../harness/comparison/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { fillMedia } from './fill-media.ts'
import { prepareRequests } from './prepare-requests.ts'

const WORST_RATIO = 1.3
const WARM_ROUNDS = 30

const command = {
  name: 'pnpm probe:growth',
  options: {
    rows: text('10000,1000000,10000000', 'sizes of the table, ascending', '10000,100000,1000000'),
    rounds: number(300, 'times that each request is sent', { small: 100, least: 1 }),
    small: flag('the size for CI'),
  },
}
const env = {
  RUNNING_JOBS_PER_USER: '10000',
  SIMULATOR_LONG_SIDE_PIXELS: '64',
  SIMULATOR_RENDER_MS: '100',
}

await runCheck(command, async (values) => {
  const sizes = values.rows.split(',').map(Number)
  const smallest = sizes[0] as number
  const subjects = await Promise.all([openSubject('growth-small', env), openSubject('growth-large', env)])
  const [small, large] = subjects
  await fillMedia(small.client, small.userId, 0, smallest)
  const tooSlow: string[] = []
  for (const [i, rows] of sizes.entries()) {
    const startedAt = performance.now()
    await fillMedia(large.client, large.userId, sizes[i - 1] ?? 0, rows)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    print(`${rows.toLocaleString('en')} media rows (${seconds} s to fill, ${await sizeOf(large)} on disk)`)
    for (const request of await prepareRequests(subjects)) {
      const rounds = { warmRounds: WARM_ROUNDS, rounds: values.rounds }
      const { smallMs, largeMs, ratio } = await compareTimes(subjects, request, rounds)
      const withFew = `with ${smallest.toLocaleString('en')} rows ${smallMs.toFixed(2)} ms`
      const times = `${largeMs.toFixed(2)} ms, ${withFew}`
      print(`  ${request.name.padEnd(18)} ${times}: ${ratio.toFixed(2)} times`)
      const isLast = i === sizes.length - 1
      if (isLast && ratio > WORST_RATIO) tooSlow.push(`${request.name}: ${ratio.toFixed(2)} times`)
    }
  }
  const sentence = `with the most rows no request takes more than ${WORST_RATIO} times as long`
  return printChecks([{ sentence, failures: tooSlow }])
})

async function sizeOf({ client }: Subject): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    `select pg_size_pretty(sum(pg_total_relation_size(relid))) as size from pg_partition_tree('media')`,
  )
  return rows[0]?.size ?? '?'
}
