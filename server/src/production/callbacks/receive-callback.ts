import type { App } from '#platform/app'
import type { Provider } from '#platform/providers'
import { Refusal } from '#platform/refusal'
import { callbackMemoryOf } from './callback-memory.ts'
import { type Called, readCalled } from './callback-url.ts'
import { keepHint } from './hints.ts'

/** What ids of jobs look like. Others are not stored. */
const JOB_ID = /^[\x21-\x7e]{1,200}$/

/** A callback as it came. `readBody` gives nothing when the body is too large. */
export type Callback = {
  provider: string
  id: string
  /** The query `p` and `t`. */
  p?: string | undefined
  t?: string | undefined
  headers: Record<string, string>
  readBody(): Promise<Buffer | undefined>
}

/**
 * A callback decides nothing: it wakes the run, which checks the provider itself. If its provider has signed
 * it, the job that it names is also kept, for a try whose answer was lost. Returns when that is stored; the
 * run is woken afterwards.
 */
export async function receiveCallback(app: App, callback: Callback): Promise<void> {
  const called = readCalled(app, callback)
  if (!called) throw new Refusal('not_found', 'This endpoint does not exist.')
  const memory = callbackMemoryOf(app)
  const jobId = await readJobId(app.providers.findByName(called.provider), callback)
  if (jobId !== null) {
    const part = { ...called, part: called.part ?? 0 }
    await memory.once(`${part.id} ${part.part} ${jobId}`, () => keepHint(app.db, part, jobId))
  }
  memory.pace(called.id, () => wake(app, called))
}

/** Which job a genuine callback names. */
async function readJobId(provider: Provider | undefined, callback: Callback): Promise<string | null> {
  if (!provider?.readCallback) return null
  const body = await callback.readBody()
  if (!body) return null
  const { isGenuine, jobId } = await provider.readCallback(body, callback.headers)
  return isGenuine && jobId !== null && JOB_ID.test(jobId) ? jobId : null
}

/** A wake-up that is lost costs time only: the run checks by itself. */
async function wake(app: App, { id }: Called): Promise<void> {
  try {
    // Of a value that it cannot see, Postgres keeps the plan; otherwise it would plan for the one partition
    // of each id, which takes ten times as long as to look.
    const row = await app.db.lookup.row<{ wake_token: string | null }>(
      `select wake_token from media where id = (select $1::text) and status in ('queued', 'processing')`,
      [id],
    )
    if (row?.wake_token) await app.engine.wake(row.wake_token)
  } catch (err) {
    app.log.warn({ media: id, err }, 'a callback did not wake its run')
  }
}
