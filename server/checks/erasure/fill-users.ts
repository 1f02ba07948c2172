import { setTimeout as sleep } from 'node:timers/promises'
import { type CallApi, callAs, runParallel, UnexpectedStatus, writeForm } from '../../harness/driver/index.ts'
import type { ProbeUser } from './create-users.ts'

const FILES_PER_JOB = 4
const CONCURRENCY = 12
const FINISHED_WITHIN_MS = 300_000
const POLL_MS = 300

/**
 * Makes everything over HTTP: for each user two products with photos, one of them made from an upload and one
 * from a media, and jobs of four files until there are enough media.
 */
export async function fillUsers(baseUrls: string[], users: ProbeUser[], media: number): Promise<void> {
  const calls = users.map(({ keyHeaders }, at) =>
    callAs(baseUrls[at % baseUrls.length] as string, keyHeaders),
  )
  const jobs = Math.ceil(media / FILES_PER_JOB)
  const products: string[] = []
  await runParallel(CONCURRENCY, calls, async (call, at) => {
    products[at] = await createProduct(call)
  })
  await runParallel(CONCURRENCY, Array.from({ length: jobs }).keys(), async (job) => {
    const at = job % calls.length
    const call = calls[at] as CallApi
    const productId = job % 3 === 0 ? products[at] : undefined
    const body = {
      prompt: `job ${job}`,
      n: FILES_PER_JOB,
      clientRef: `job ${job}`,
      ...(productId && { productId }),
    }
    const { id } = await submit(call, body)
    const finished = await waitUntilFinal(call, id)
    if (job < calls.length) await addCopy(call, finished.id)
  })
}

async function createProduct(call: CallApi): Promise<string> {
  const { product } = await call('POST', '/api/gen/products', { body: { name: 'a product of the probe' } })
  const path = `/api/gen/products/${product.id}/reference`
  await call('POST', path, { form: await writeForm({ label: 'front' }) })
  const { asset } = await call('POST', '/api/gen/assets', { form: await writeForm({}) })
  await call('POST', path, { body: { mediaAssetId: asset.id, label: 'side' } })
  return product.id
}

/** A photo that is a copy of a generated picture. */
async function addCopy(call: CallApi, mediaId: string): Promise<void> {
  const { product } = await call('POST', '/api/gen/products', { body: { name: 'a second product' } })
  const body = { mediaAssetId: mediaId, label: 'copy' }
  await call('POST', `/api/gen/products/${product.id}/reference`, { body })
}

/** A busy machine refuses jobs that it cannot make in time; they are sent again. */
async function submit(call: CallApi, body: object): Promise<{ id: string }> {
  for (;;) {
    try {
      return await call('POST', '/api/gen/image', { body })
    } catch (error) {
      if (!(error instanceof UnexpectedStatus && error.status === 503)) throw error
      await sleep(1_000)
    }
  }
}

async function waitUntilFinal(call: CallApi, id: string): Promise<{ id: string; status: string }> {
  for (const until = Date.now() + FINISHED_WITHIN_MS; Date.now() < until; await sleep(POLL_MS)) {
    const media = await call('GET', `/api/gen/media/${id}`)
    if (media.status === 'completed') return media
    if (!media.waiting) throw new Error(`${id} ended as ${media.status}: ${media.message}`)
  }
  throw new Error(`${id} is still waiting`)
}
