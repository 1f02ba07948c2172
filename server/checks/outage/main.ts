// The first provider of a model refuses connections while jobs come in. All jobs must be completed, those of
// the outage by the second provider, and the first one must be used again soon after it is back.
// Run: pnpm probe:outage [--minutes 5] [--rate 5] [--small]. Takes 1 minute more than the outage.
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { flag, number } from '../../harness/arguments/index.ts'
import { type Doubles, startDoubles } from '../../harness/doubles/index.ts'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
  queryDatabase,
} from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { type Check, print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'

const FIRST = 'fal'
const SECOND = 'kie'
const USERS = 40
/** Jobs before the outage and after it, so that both providers have some. */
const BEFORE_MS = 5_000
const RECOVERED_WITHIN_MS = 30_000
const DRAIN_MS = 120_000

const operatorFile = {
  models: [{ id: 'images', offers: ['fal/nano-banana-2', 'kie/nano-banana-2'] }],
  defaults: { image: 'images' },
}
const unlimited = { renderMs: 300, longSidePixels: 96, concurrency: null }
const settings = { fal: unlimited, kie: { ...unlimited, newTasksMax: null, runningMax: null } }

const command = {
  name: 'pnpm probe:outage',
  options: {
    minutes: number(5, 'how long the first provider is away', { small: 1 / 3, least: 0.1, most: 60 }),
    rate: number(5, 'jobs a second', { least: 1, most: 50 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ minutes, rate }) => {
  const doubles = await startDoubles([FIRST, SECOND], { settings, operatorFile })
  const opened = await openSystem('outage', {
    users: USERS,
    env: { ...fastSettings, ...doubles.env },
    workerEnv: doubles.workerEnv,
    postgres: fastPostgres,
  })
  const load = sendJobs(opened, rate)
  await sleep(BEFORE_MS)
  const outageMs = Math.round(minutes * 60_000)
  printProgress(`${FIRST} refuses connections for ${outageMs / 1_000} s`)
  const awayAt = Date.now()
  await doubles.byName[FIRST].fault({ fault: 'refuse_connections', forMs: outageMs })
  await sleep(outageMs)
  const backAt = await findReturn(doubles)
  await sleep(RECOVERED_WITHIN_MS + BEFORE_MS)
  const sent = await load.stop()
  printProgress('waiting until every job is final')
  const rows = await drain(opened)
  return printChecks(await judge({ doubles, sent, rows, awayAt, backAt }))
})

type Sent = { id: string | undefined; sentAt: number; failure?: string }
type Row = { id: string; status: string; provider: string }

/** Sends jobs at a steady rate, without waiting for their end. */
function sendJobs({ system, users }: OpenSystem, rate: number) {
  const dispatcher = new Agent({ connections: 64 })
  const sent: Sent[] = []
  const underway: Promise<void>[] = []
  const submit = async (apiKey: string, prompt: string) => {
    const sentAt = Date.now()
    const call = callAs(system.baseUrl, { 'x-api-key': apiKey }, dispatcher)
    const answer = await call('POST', '/api/gen/image', { body: { prompt, model: 'images' } }).catch(
      (error: Error) => ({ failure: error.message }),
    )
    sent.push({ id: answer.id, sentAt, ...('failure' in answer && { failure: answer.failure }) })
  }
  let count = 0
  const timer = setInterval(() => {
    const { apiKey = '' } = users[count % users.length] ?? {}
    underway.push(submit(apiKey, `mug number ${count++}`))
  }, 1_000 / rate)
  return {
    async stop(): Promise<Sent[]> {
      clearInterval(timer)
      await Promise.all(underway)
      await dispatcher.close()
      return sent
    },
  }
}

/** When the double listens again. */
async function findReturn({ byName }: Doubles<typeof FIRST | typeof SECOND>): Promise<number> {
  const isBack = async () => (await fetch(`${byName[FIRST].url}/__double/time`)).ok
  await waitUntil(`${FIRST} is back`, isBack, { withinMs: 10_000, everyMs: 50 })
  return Date.now()
}

async function drain({ databaseUrl }: OpenSystem): Promise<Row[]> {
  const read = () =>
    queryDatabase(databaseUrl, (query) =>
      query<Row>('select id, status, provider from media where parent_id is null'),
    )
  const isDrained = async () =>
    (await read()).every(({ status }) => !['queued', 'processing'].includes(status))
  await waitUntil('every job is final', isDrained, { withinMs: DRAIN_MS, everyMs: 500 }).catch(
    () => undefined,
  )
  return read()
}

type Outage = {
  doubles: Doubles<typeof FIRST | typeof SECOND>
  sent: Sent[]
  rows: Row[]
  awayAt: number
  backAt: number
}

async function judge({ doubles, sent, rows, awayAt, backAt }: Outage): Promise<Check[]> {
  const [first, second] = await Promise.all([doubles.byName[FIRST].log(), doubles.byName[SECOND].log()])
  const inOutage = sent.filter(({ sentAt }) => sentAt > awayAt && sentAt < backAt)
  const after = first.submits.filter(({ at, outcome }) => at >= backAt && outcome === 'accepted')
  const recoveredMs = after[0] ? after[0].at - backAt : Number.POSITIVE_INFINITY
  const bySecond = rows.filter(({ provider, status }) => provider === SECOND && status === 'completed').length
  const byJob = [...Object.values(first.perReference), ...Object.values(second.perReference)]
  print(`${sent.length} jobs, ${inOutage.length} of them during the outage; ${bySecond} made by ${SECOND}`)
  print(`${FIRST} was used again ${(recoveredMs / 1_000).toFixed(1)} s after its return`)
  return [
    {
      sentence: `all ${sent.length} jobs were acknowledged`,
      failures: sent.flatMap(({ failure }) => failure ?? []),
    },
    {
      sentence: `all ${rows.length} jobs are completed`,
      failures: rows
        .filter(({ status }) => status !== 'completed')
        .map(({ id, status }) => `${id} ${status}`),
    },
    {
      sentence: 'nothing was bought twice',
      failures:
        byJob.reduce((sum, { accepted }) => sum + accepted, 0) === rows.length ? [] : ['more than the jobs'],
    },
    {
      sentence: `${FIRST} is used again within ${RECOVERED_WITHIN_MS / 1_000} s`,
      failures: recoveredMs <= RECOVERED_WITHIN_MS ? [] : [`only after ${recoveredMs / 1_000} s`],
    },
  ]
}
