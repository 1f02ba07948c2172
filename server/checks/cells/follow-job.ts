import { setTimeout as sleep } from 'node:timers/promises'
import type { Send } from './new-sender.ts'

const POLL_EVERY_MS = 1_000
const AGAIN_MS = 500
/** How long a caller of a cell that is down tries again. */
const PATIENCE_MS = 120_000

export type Job = {
  apiKey: string
  clientRef: string
  onAcknowledged: (id: string) => void
  onFile: (id: string, url: string) => void
}

/**
 * Submits a job, polls it until it is completed and reads its file. Repeats what fails, as a caller does: the
 * clientRef makes a second submit the same job. Returns false when it was never acknowledged.
 */
export async function followJob(send: Send, job: Job): Promise<boolean> {
  const { apiKey, clientRef, onAcknowledged, onFile } = job
  const until = performance.now() + PATIENCE_MS
  const body = { prompt: 'a mug on a table', model: 'simulator/ok', clientRef }
  let id: string | undefined
  while (id === undefined && performance.now() < until) {
    id = (await send({ apiKey, method: 'POST', path: '/api/gen/image', body }))?.id
    if (id === undefined) await sleep(AGAIN_MS)
  }
  if (id === undefined) return false
  onAcknowledged(id)
  while (performance.now() < until) {
    await sleep(POLL_EVERY_MS)
    const media = await send({ apiKey, method: 'GET', path: `/api/gen/media/${id}` })
    if (media?.status !== 'completed') continue
    onFile(id, media.videoUrl)
    await send({ method: 'GET', path: new URL(media.videoUrl).pathname })
    return true
  }
  return true
}
