import type { CallApi } from '../driver/index.ts'
import { waitUntil } from '../processes/index.ts'
import { seededRandom } from '../random/index.ts'
import { hooks, scenes } from './demo-shop.ts'
import type { Shop } from './make-shop.ts'

/** Who orders: two agents with keys of their own, and the owner by hand. */
export type Callers = { night: CallApi; day: CallApi; owner: CallApi }

type Job = { by: keyof Callers; n?: 1 | 2 | 4; isVideo?: boolean; model?: string }

/** 20 jobs, which make 60 media: few enough that the rate limits hold them up for a minute at most. */
const JOBS: Job[] = [
  ...Array.from({ length: 12 }, (_, at): Job => ({ by: at % 3 === 2 ? 'owner' : 'night', n: 4 })),
  ...Array.from({ length: 4 }, (): Job => ({ by: 'day', n: 2 })),
  { by: 'owner', isVideo: true },
  { by: 'day', isVideo: true },
  { by: 'owner', model: 'simulator/fail' },
  { by: 'owner', model: 'simulator/moderated' },
]

const WITHIN_MS = 180_000
/** Reads are limited, too. */
const LOOK_MS = 500

/**
 * Orders all media and waits until they are final. Each job has a clientRef, so a second start finds what the
 * first one ordered. The model is always one of the simulator: a demo never costs money.
 */
export async function makeMedia(callers: Callers, shop: Shop, seed: number): Promise<string[]> {
  const ids: string[] = []
  for (const [at, job] of JOBS.entries()) {
    const body = writeOrder(shop, job, at, seed)
    const path = job.isVideo ? '/api/gen/video' : '/api/gen/image'
    const address = job.by === 'owner' ? path.replace('/api/', '/api/owner/live/') : path
    ids.push((await callers[job.by]('POST', address, { body })).id)
  }
  const completed: string[] = []
  for (const id of ids) {
    let media = { waiting: true, status: '' }
    const isFinal = async () => {
      media = await callers.night('GET', `/api/gen/media/${id}`)
      return !media.waiting
    }
    await waitUntil(`${id} is final`, isFinal, { withinMs: WITHIN_MS, everyMs: LOOK_MS })
    if (media.status === 'completed') completed.push(id)
  }
  return completed
}

function writeOrder(shop: Shop, { n, isVideo, model = 'simulator/ok' }: Job, at: number, seed: number) {
  const random = seededRandom('job', seed, at)
  const product = shop.products[at % shop.products.length] as Shop['products'][number]
  return {
    prompt: `the ${product.name.toLowerCase()} from the photo, ${random.pick(scenes)}`,
    productId: product.id,
    cepId: random.pick(product.ceps),
    hook: random.pick(hooks),
    ...(random.next() < 0.4 && { characterId: random.pick(shop.characters) }),
    ...(isVideo
      ? { orientation: 'portrait', durationSeconds: 6 }
      : { size: random.pick(['1:1', '2:3', '3:2']), n: n ?? 1 }),
    model,
    clientRef: `demo-${seed}-${at + 1}`,
  }
}
