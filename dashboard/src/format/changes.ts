import type { AuditEvent } from '@atelier/contract'

/** The new values of an event as they are recorded; never a secret. */
export const writeChanges = (changes: AuditEvent['changes']): string =>
  Object.entries(changes)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
