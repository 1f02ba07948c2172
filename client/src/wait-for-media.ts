import { AtelierError } from './atelier-error.ts'
import type { Client } from './client.ts'
import { pollMedia } from './generated/endpoints.ts'
import type { Media } from './generated/schemas.ts'
import type { CallOptions } from './send.ts'
import { sleep } from './sleep.ts'

export type WaitOptions = CallOptions & {
  /** Called after each poll, for example to show the progress. */
  onPoll?: ((media: Media) => void) | undefined
}

/** The answer of a submit, or only the id of a job. */
export type Job = { id: string; waiting?: boolean; pollAfterSeconds?: number | null }

const POLL_SECONDS = 10

/**
 * Polls until the job has ended, as often as the service asks for. Every job ends by itself: an image within
 * 15 minutes, a video within 30. `failed` and `stalled` are returned like `completed`: look at `status`.
 */
export async function waitForMedia(client: Client, job: Job, options: WaitOptions = {}): Promise<Media> {
  const { signal, onPoll } = options
  let seconds = job.waiting === false || job.pollAfterSeconds === undefined ? 0 : job.pollAfterSeconds
  for (;;) {
    await sleep((seconds ?? POLL_SECONDS) * 1000, signal)
    if (signal?.aborted)
      throw new AtelierError({
        code: 'aborted',
        message: `Nobody waits for ${job.id} any more; the job goes on.`,
        charged: 'none',
        cause: signal.reason,
      })
    const media = await pollMedia(client, { id: job.id }, { signal })
    onPoll?.(media)
    if (!media.waiting) return media
    seconds = media.pollAfterSeconds
  }
}
