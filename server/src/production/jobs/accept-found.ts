import { accept, type PartOutcome } from './send-parts.ts'

/** What the database says when another try has a job of this name. */
const TAKEN = 'provider_submits_provider_provider_job_id_key'

/** Accepts a job that was found, not answered. Undefined when another try has it: then it is not ours. */
export async function acceptFound(found: Parameters<typeof accept>[0]): Promise<PartOutcome | undefined> {
  try {
    return await accept(found)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== TAKEN) throw error
    const { id, handle } = found
    found.app.log.warn(
      { media: id, providerJob: handle.jobId },
      'a job that was found belongs to another try',
    )
    return undefined
  }
}
