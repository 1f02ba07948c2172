// Proves that what is erased is gone: random erasures of media, photos, uploads, products and accounts,
// through two api processes, while api and worker are killed. Then it checks every address, object and chain.
// Run: pnpm probe:erasure [--media 3000] [--users 50] [--erasures 300] [--kills 8]. Takes about 10 minutes;
// --small less than one.
import { flag, number } from '../../harness/arguments/index.ts'
import { fastPostgres, fastSettings, openSystem } from '../../harness/driver/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { print, printChecks, printProgress, runCheck, startStopwatch } from '../../harness/report/index.ts'
import { chooseErasures } from './choose-erasures.ts'
import { createUsers } from './create-users.ts'
import { fillUsers } from './fill-users.ts'
import { judgeStorage } from './judge-storage.ts'
import { readStored } from './read-stored.ts'
import { runErasures } from './run-erasures.ts'
import { runKills } from './run-kills.ts'
import { waitUntilDone } from './wait-until-done.ts'

const command = {
  name: 'pnpm probe:erasure',
  options: {
    media: number(3_000, 'media to make', { small: 96, least: 8 }),
    users: number(50, 'users who make them', { small: 6, least: 2 }),
    erasures: number(300, 'things to erase', { small: 24, least: 4 }),
    kills: number(8, 'kills of an api or the worker meanwhile', { small: 2, least: 0 }),
    seed: number(1, 'of the random choices', { least: 0 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ media, users: wanted, erasures, kills, seed }) => {
  const random = seededRandom('erasure', seed)
  const { system, users: seeded } = await openSystem('erasure', {
    users: wanted,
    env: { ...fastSettings, TICK_SECONDS: '2', RUNNING_JOBS_PER_USER: '1000' },
    postgres: fastPostgres,
    counts: { apis: 2 },
  })
  const { env, s3, apis } = system
  const databaseUrl = env.DATABASE_URL as string
  const baseUrls = apis.map(({ url }) => url)
  const users = await createUsers(databaseUrl, seeded)
  const stopwatch = startStopwatch()
  await fillUsers(baseUrls, users, media)
  const before = await readStored(databaseUrl, s3)
  printProgress(
    `${before.files.length} files of ${before.media} media after ${stopwatch.seconds().toFixed(0)} s`,
  )
  const chosen = chooseErasures(random, before, users, erasures)
  const killing = runKills(system, random, kills)
  const run = await runErasures({ baseUrls, chosen, random })
  const killed = await killing.stop()
  const left = await waitUntilDone(databaseUrl)
  const after = await readStored(databaseUrl, s3)
  const storage = await judgeStorage({ before, after, gone: run.goneKeys, baseUrls, s3 })
  const ledger = await system.admin('verify-ledger').then(
    (text) => (/nothing is wrong/.test(text) ? [] : [text]),
    (error: Error) => [error.message],
  )
  print(
    `${run.erased} erasures (${run.kinds}) of ${before.media} media of ${users.length} users, seed ${seed}`,
  )
  print(`${run.addresses} addresses on ${baseUrls.length} processes; slowest to be 410: ${run.slowestMs} ms`)
  print(`${killed} kills -9; ${run.retries} requests sent again; ${storage.compared} other objects compared`)
  return printChecks([
    { sentence: 'every erasure is accepted', failures: run.refused },
    { sentence: 'every erased address is 410 on every process within 5 s', failures: run.readable },
    { sentence: 'every erasure is completed', failures: left },
    { sentence: 'no byte of what was erased is left in storage', failures: storage.left },
    { sentence: 'every other object is untouched', failures: storage.changed },
    { sentence: 'every other address is served', failures: storage.unserved },
    { sentence: 'every erasure is in the log', failures: storage.unlogged },
    { sentence: 'every chain is valid', failures: ledger },
  ])
})
