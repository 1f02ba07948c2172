import { iface } from '@restatedev/restate-sdk-core'

/** What the waiting submit is told: the provider took it, it is over, or nobody knows yet. */
export type SubmitOutcome = 'accepted' | 'over' | 'pending'

/** The run as the rest of the house calls it: a value without code. Its key is the media's id. */
export const mediaRun = iface.workflow('mediaRun', {
  run: iface.json<{ replyTo?: string }, string>(),
  start: iface.shared.json<void, SubmitOutcome>(),
})
