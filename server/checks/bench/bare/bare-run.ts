import { iface } from '@restatedev/restate-sdk-core'

export type Verdict = 'accepted' | 'pending'

/** The least that has the story of a media: the yardstick must not change when our own run does. */
export const bareRun = iface.workflow('bareRun', {
  run: iface.json<{ replyTo: string }, string>(),
  start: iface.shared.json<void, Verdict>(),
})
