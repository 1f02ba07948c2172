import type { AuditEvent } from '@atelier/contract'
import { credits } from './numbers.ts'

const UNSET = '–'

const write = (value: unknown): string => {
  if (value === null) return UNSET
  if (typeof value === 'number') return credits(value)
  if (Array.isArray(value)) return value.map(write).join(' + ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The new values of an event as they are recorded; never a secret. `names`: what the fields are called. */
export const writeChanges = (changes: AuditEvent['changes'], names: Record<string, string>): string =>
  Object.entries(changes)
    .map(([name, value]) => `${names[name] ?? name}: ${write(value)}`)
    .join(', ')
