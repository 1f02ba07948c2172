import type { CallApi } from '../driver/index.ts'
import { waitUntil } from '../processes/index.ts'
import { seededRandom } from '../random/index.ts'
import { hooks, scenes } from './demo-shop.ts'
import type { Shop } from './make-shop.ts'
import type { Past } from './open-past.ts'
import type { By, PlannedJob } from './plan-jobs.ts'
import { letRequestsPass, stallJob } from './rewrite-rows.ts'

export type Callers = Record<By, CallApi>

/** A picture or video that came, as its poll shows it. */
export type Made = { id: string; productId: string; createdAt: string }

const WITHIN_MS = 180_000
/** Reads are limited, too. */
const LOOK_MS = 500
/** Half of the pictures are made from the prompt alone, which the simulator draws as what it names. */
const PHOTO_SHARE = 0.35
const CHARACTER_SHARE = 0.3
/** So many entry points and hooks were advertised: enough ads share one to say something about it. */
const ADVERTISED = 3
/** For so many there are pictures. */
const PICTURED = 9

/** Counts up when planned jobs change: an earlier start may have ordered others under the same names. */
const PLAN = 3

type Orders = { callers: Callers; shop: Shop; email: string; seed: number }

/**
 * Orders jobs at their times and waits until they are final. Each has a clientRef, so a second start finds
 * what the first one ordered. The model is always one of the simulator: a demo never costs money.
 */
export async function makePastMedia(past: Past, jobs: PlannedJob[], orders: Orders): Promise<string[]> {
  const ids: string[] = []
  for (const job of jobs) {
    // The minutes of the past have limits of their own.
    await past.change(letRequestsPass(orders.email))
    await past.moveTo(job.at)
    const { id, waiting } = await order(job, orders)
    ids.push(id)
    if (job.end === 'stalled' && waiting) await stallJob(past, id, job.at)
    // Its refund is posted before what was ordered later.
    if (job.end === 'failed') await waitForEnd(orders.callers.night, id)
  }
  for (const id of ids) await waitForEnd(orders.callers.night, id)
  return ids
}

/** The jobs that are not done yet. */
export async function makeOpenMedia(jobs: PlannedJob[], orders: Orders): Promise<void> {
  for (const job of jobs) await order(job, orders)
}

/** Reads what came of the jobs, in their order. */
export async function readMade(call: CallApi, ids: string[]): Promise<Made[]> {
  const made: (Made & { status: string })[] = []
  for (const id of ids) made.push(await call('GET', `/api/gen/media/${id}`))
  return made.filter(({ status }) => status === 'completed')
}

const waitForEnd = (call: CallApi, id: string): Promise<void> =>
  waitUntil(`${id} is final`, async () => !(await call('GET', `/api/gen/media/${id}`)).waiting, {
    withinMs: WITHIN_MS,
    everyMs: LOOK_MS,
  })

function order(job: PlannedJob, { callers, shop, seed }: Orders): Promise<{ id: string; waiting: boolean }> {
  const path = job.seconds ? '/api/gen/video' : '/api/gen/image'
  const address = job.by === 'owner' ? path.replace('/api/', '/api/owner/live/') : path
  return callers[job.by]('POST', address, { body: writeOrder(shop, job, seed) })
}

function writeOrder(shop: Shop, job: PlannedJob, seed: number) {
  const { name, n, seconds, model, product: at, hasAd } = job
  const random = seededRandom('job', seed, name)
  const product = shop.products[at] as Shop['products'][number]
  return {
    prompt: `The ${product.name.toLowerCase()} ${random.pick(scenes)}`,
    productId: product.id,
    cepId: random.pick(product.ceps.slice(0, hasAd ? ADVERTISED : PICTURED)),
    hook: random.pick(hooks.slice(0, ADVERTISED)),
    useProductPhoto: random.next() < PHOTO_SHARE,
    ...(random.next() < CHARACTER_SHARE && { characterId: random.pick(shop.characters) }),
    ...(seconds
      ? { orientation: 'portrait', durationSeconds: seconds }
      : { size: random.pick(['1:1', '2:3', '3:2']), n }),
    model,
    clientRef: `demo-${seed}-${PLAN}-${name}`,
  }
}
