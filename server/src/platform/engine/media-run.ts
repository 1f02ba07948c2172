import { iface } from '@restatedev/restate-sdk-core'

/** The answer to a waiting submit: the provider accepted it, it is over, or that is not known yet. */
export type SubmitOutcome = 'accepted' | 'over' | 'pending'

/** The interface of the workflow, without its code. Its key is the media's id. */
export const mediaRun = iface.workflow('mediaRun', {
  run: iface.json<{ replyTo?: string }, string>(),
  start: iface.shared.json<void, SubmitOutcome>(),
})
