import { iface } from '@restatedev/restate-sdk-core'

export type SubmitOutcome = 'accepted' | 'pending'

/**
 * A minimal run with the steps of a media. It is the yardstick, so it must not change when the server's run
 * does.
 */
export const bareRun = iface.workflow('bareRun', {
  run: iface.json<{ replyTo: string }, string>(),
  start: iface.shared.json<void, SubmitOutcome>(),
})
