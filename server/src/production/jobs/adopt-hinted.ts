import type { App } from '#platform/app'
import type { Provider, ProviderRequest } from '#platform/providers'
import { dropHint, readHints } from '#production/callbacks'
import { recordOutcome } from '#production/routing'
import { checkNow } from '#production/timing'
import type { PartTry, TriedJob } from '#production/tries'
import { unlessErased } from './describe-provider-request.ts'
import { acceptUnlessTaken, type PartOutcome } from './send-parts.ts'

type LostPart = { app: App; job: TriedJob; part: PartTry; readRequest: () => Promise<ProviderRequest> }

/**
 * Accepts the job that a callback named for a part without an answer, if the provider tells us of it when it
 * is asked with our own key. `unreachable`: a job was named, and the provider does not tell. Undefined when
 * no callback named one.
 */
export async function adoptHinted(lost: LostPart): Promise<PartOutcome | 'unreachable' | undefined> {
  const { app, job, part } = lost
  const provider = app.providers.findByName(job.provider)
  if (!provider?.adopt) return undefined
  const hinted = { id: job.id, part: part.part, provider: provider.name }
  const jobIds = await readHints(app.db, hinted)
  const request = jobIds.length > 0 ? await unlessErased(lost.readRequest(), undefined) : undefined
  if (!request) return undefined
  for (const jobId of jobIds) {
    const handle = provider.adopt(jobId, request)
    // Whatever it says of a job, only that it answers for this one counts here: the next check goes on.
    const { kind } = await provider.check(handle)
    if (kind === 'unreachable') continue
    const found = { app, id: job.id, submitTry: part.try, handle, wait: checkNow }
    const outcome = await acceptFound(provider, found)
    await dropHint(app.db, hinted, jobId)
    if (!outcome) continue
    app.log.info({ media: job.id, part: part.part }, 'a callback named a lost job')
    return outcome
  }
  return 'unreachable'
}

/**
 * Accepts a job that was found, not answered: the provider takes jobs, although its answer was lost.
 * Undefined when another try has it: then it is not ours.
 */
export async function acceptFound(
  provider: Provider,
  found: Parameters<typeof acceptUnlessTaken>[0],
): Promise<PartOutcome | undefined> {
  const outcome = await acceptUnlessTaken(found)
  if (outcome) recordOutcome(found.app, provider, { kind: 'accepted', handle: found.handle })
  return outcome
}
