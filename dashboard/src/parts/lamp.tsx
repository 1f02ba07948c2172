import { join } from './join-classes.ts'

export type LampState = 'on' | 'quiet' | 'never'

const ON_MS = 5 * 60_000

/** On: called in the last 5 minutes. `lastUsedAt` is accurate to the minute. */
export function lampOf(lastUsedAt: string | null, now: Date): LampState {
  if (lastUsedAt === null) return 'never'
  return now.getTime() - new Date(lastUsedAt).getTime() <= ON_MS ? 'on' : 'quiet'
}

/** A light for the eye alone: words always stand beside it. */
export const Lamp = ({ state }: { state: LampState }) => (
  <span className={join('lamp', state)} aria-hidden="true" />
)
