import type { Owner } from '../../src/access/identity/index.ts'
import type { Account } from '../../src/adapters/accounts/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import type { ProviderRequest } from '../../src/platform/providers/index.ts'
import { type Answered, buyJob } from './buy-job.ts'
import type { Doubles, ProviderName } from './open-doubles.ts'
import { type JobRow, newPastId, type TryRow, writeJob } from './write-job.ts'

export type Scene = { db: Db; owner: Owner; doubles: Doubles; accounts: Account[] }

/** What is ordered again and again. Every provider makes pictures; OpenAI makes no videos. */
type Wish = {
  kind: 'image' | 'video'
  n: number
  fails?: boolean
  wasRefused?: boolean
  isShort?: boolean
  stalls?: boolean
}
const wishes: readonly Wish[] = [
  { kind: 'image', n: 1 },
  { kind: 'image', n: 2 },
  { kind: 'video', n: 1 },
  { kind: 'image', n: 4 },
  { kind: 'image', n: 1, fails: true },
  { kind: 'image', n: 1, wasRefused: true },
  { kind: 'image', n: 2, isShort: true },
  { kind: 'image', n: 1, stalls: true },
]

const MODELS: Record<ProviderName, Partial<Record<'image' | 'video', string>>> = {
  fal: { image: 'fal/gpt-image-2.5-flare', video: 'fal/seedance-2.5' },
  kie: { image: 'kie/gpt-image-2-5-flare', video: 'kie/seedance-2-5' },
  openai: { image: 'openai/gpt-image-2.6-flare' },
  runway: { image: 'runway/gpt-image-2-5-flare', video: 'runway/seedance2-5' },
}

/** None is sent there: the doubles are asked. But kie takes no order without one. */
const CALLBACK = 'https://us.example/cb'

/** An order of two of which one is made: the first of two parts, or one of two files. */
const secondFails = { fault: 'fail', on: 'submit', times: 1, skip: 1 }
const oneFile = { fault: 'files', on: 'submit', times: 1, count: 1 }

/** A job that is never made. Its provider is told, if it can be, when the window is over. */
const stuck = { fault: 'stuck', on: 'submit', times: 1 }

/** Buys jobs of every kind from one provider and writes them into the books. */
export async function makeHonestJobs(scene: Scene, name: ProviderName, count: number): Promise<JobRow[]> {
  const jobs: JobRow[] = []
  for (let number = 0; number < count; number++) {
    const wish = wishes[number % wishes.length] as Wish
    const kind = MODELS[name][wish.kind] ? wish.kind : 'image'
    jobs.push(await makeJob(scene, name, { ...wish, kind }))
  }
  return jobs
}

async function makeJob(scene: Scene, name: ProviderName, wish: Wish): Promise<JobRow> {
  const double = scene.doubles[name]
  const createdAt = double.now()
  const id = newPastId('media', createdAt)
  if (wish.fails) await double.fault({ fault: 'fail', on: 'submit', times: 1 })
  // OpenAI holds the submit: there is nothing to wait for, and nothing to cancel.
  const stalls = wish.stalls === true && name !== 'openai'
  if (stalls) await double.fault(stuck)
  if (wish.isShort) await double.fault(name === 'kie' ? secondFails : oneFile)
  const tries = await buyParts(scene, name, { id, wish })
  const earlier = wish.wasRefused ? [refusedBefore(createdAt)] : []
  const files = tries.reduce((sum, { files: made = 0 }) => sum + made, 0)
  const job: JobRow = {
    id,
    kind: wish.kind,
    status: stalls ? 'stalled' : files > 0 ? 'completed' : 'failed',
    provider: name,
    model: modelOf(name, wish.kind),
    n: wish.n,
    files,
    createdAt,
    ...(stalls && { finishedAt: double.now() }),
    tries: [...earlier, ...tries.map((one) => ({ ...one, try: one.try + earlier.length }))],
  }
  await writeJob(scene.db, scene.owner, job)
  return job
}

export const modelOf = (name: ProviderName, kind: 'image' | 'video'): string => MODELS[name][kind] ?? ''

const refusedBefore = (startedAt: Date): TryRow => ({
  try: 1,
  state: 'refused',
  startedAt,
  answeredAt: startedAt,
  errorClass: 'rate',
})

type Ordered = { id: string; wish: Wish }

/** One try for each part, as many as the provider needs. */
async function buyParts(scene: Scene, name: ProviderName, { id, wish }: Ordered): Promise<TryRow[]> {
  const account = scene.accounts.find((one) => one.name === name) as Account
  const perJob = account.provider.filesPerJob
  const parts = Math.ceil(wish.n / perJob)
  const rows: TryRow[] = []
  for (let part = 0; part < parts; part++) {
    const n = Math.min(perJob, wish.n - part * perJob)
    const answered = await buyOne(scene, name, newRequest(name, wish.kind, { id, n }))
    rows.push({ ...answered, part, try: part + 1 })
  }
  return rows
}

export function buyOne(scene: Scene, name: ProviderName, request: ProviderRequest): Promise<Answered> {
  const { provider } = scene.accounts.find((one) => one.name === name) as Account
  return buyJob({ provider, double: scene.doubles[name], request })
}

export function newRequest(
  name: ProviderName,
  kind: 'image' | 'video',
  { id, n }: { id: string; n: number },
): ProviderRequest {
  const shared = {
    reference: id,
    model: modelOf(name, kind),
    prompt: 'a mug',
    n,
    references: [],
    callbackUrl: CALLBACK,
  }
  return kind === 'image'
    ? { ...shared, kind, size: '1:1' }
    : { ...shared, kind, durationSeconds: 6, resolution: 'SD', orientation: 'square' }
}
