// By how much large answers of providers raise the memory of the worker: a video of 50 MB, which is
// downloaded, and a picture of 60 MB, which comes as 80 MB of base64. Each is measured in a worker that was
// just started and has made some usual jobs. Its child processes are not counted: they have limits of their
// own.
// Run: pnpm probe:answer-memory [--rounds 5] [--small]. Takes about 3 minutes.
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number } from '../../harness/arguments/index.ts'
import { type Doubles, startDoubles } from '../../harness/doubles/index.ts'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
} from '../../harness/driver/index.ts'
import { type ManagedProcess, waitUntil } from '../../harness/processes/index.ts'
import { type Check, median, print, printChecks, runCheck } from '../../harness/report/index.ts'
import { readMemoryBytes } from '../../harness/usage/index.ts'

const MEGABYTE = 1_048_576
const MOST_BYTES = 30 * MEGABYTE
const SAMPLE_MS = 5
const WARM_UPS = 3
/** Until what the warm-up left is collected. */
const CALM_MS = 2_000
const FINAL_WITHIN_MS = 120_000

const operatorFile = {
  models: [
    { id: 'pictures', offers: ['openai/gpt-image-2'] },
    { id: 'videos', offers: ['fal/seedance-2.5'] },
  ],
}
const settings = {
  fal: { renderMs: 200, videoMs: 200, longSidePixels: 256 },
  openai: { renderMs: 200, renderSpreadMs: 0, longSidePixels: 256 },
}

type Name = 'fal' | 'openai'
type Answer = { name: string; double: Name; path: string; body: object; usual: object; large: object }

const answers: Answer[] = [
  {
    name: 'a video of 50 MB',
    double: 'fal',
    path: '/api/gen/video',
    body: { model: 'videos', prompt: 'a mug turns', durationSeconds: 6, orientation: 'portrait' },
    usual: { videoBytes: 3_000_000 },
    large: { videoBytes: 50_000_000 },
  },
  {
    name: '80 MB of base64',
    double: 'openai',
    path: '/api/gen/image',
    body: { model: 'pictures', prompt: 'a mug' },
    usual: { imageBytes: 1_500_000 },
    large: { imageBytes: 60_000_000 },
  },
]

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`

const command = {
  name: 'pnpm probe:answer-memory',
  options: {
    rounds: number(5, 'how often each answer is measured', { small: 1, least: 1, most: 50 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ rounds }) => {
  const doubles = await startDoubles(['fal', 'openai'], { settings, operatorFile })
  const opened = await openSystem('answer-memory', {
    env: { ...fastSettings, ...doubles.env },
    workerEnv: doubles.workerEnv,
    postgres: fastPostgres,
  })
  const checks: Check[] = []
  for (const answer of answers) {
    const added: number[] = []
    for (let i = 0; i < rounds; i++) added.push(await measure(opened, doubles, answer))
    print(`${answer.name}: ${added.map(megabytes).join(', ')}`)
    const usual = median(added)
    checks.push({
      sentence: `${answer.name}: the memory of the worker rises by ${megabytes(usual)}`,
      failures: usual < MOST_BYTES ? [] : [`more than ${megabytes(MOST_BYTES)}`],
    })
  }
  return printChecks(checks)
})

/** The highest memory while one large answer is taken, above that before it. */
async function measure(opened: OpenSystem, doubles: Doubles<Name>, answer: Answer): Promise<number> {
  const worker = opened.system.workers[0] as ManagedProcess
  const double = doubles.byName[answer.double]
  await worker.stop()
  await worker.start()
  await double.set(answer.usual as Record<string, unknown>)
  for (let i = 0; i < WARM_UPS; i++) await makeJob(opened, answer)
  await double.set(answer.large as Record<string, unknown>)
  await sleep(CALM_MS)
  const before = readMemoryBytes(worker.pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, readMemoryBytes(worker.pid))
  }, SAMPLE_MS)
  await makeJob(opened, answer).finally(() => clearInterval(timer))
  return peak - before
}

async function makeJob({ system, owner }: OpenSystem, { path, body }: Answer): Promise<void> {
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey })
  const { id } = await call('POST', path, { body })
  const isFinal = async () => {
    const { status, errorMessage } = await call('GET', `/api/gen/media/${id}`)
    if (status === 'failed' || status === 'stalled') throw new Error(`${status}: ${errorMessage}`)
    return status === 'completed'
  }
  await waitUntil('the job is completed', isFinal, { withinMs: FINAL_WITHIN_MS, everyMs: 100 })
}
