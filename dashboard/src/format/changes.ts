import type { AuditEvent } from '@atelier/contract'
import type { Words } from '../words/index.ts'
import { credits } from './numbers.ts'

const UNSET = '–'

type Called = Record<string, string>

function write(value: unknown, called: Called): string {
  if (value === null) return UNSET
  if (typeof value === 'number') return credits(value)
  if (Array.isArray(value)) return value.map((one) => write(one, called)).join(' + ')
  return typeof value === 'string' ? (called[value] ?? value) : JSON.stringify(value)
}

/** The new values of an event, with the words that the pages use for them; never a secret. */
export function writeChanges(changes: AuditEvent['changes'], words: Words): string {
  const { audit, common, modes, newKey } = words
  const fields: Called = audit.fields
  // Only what the service names itself: a key may have the name of a mode.
  const values: Record<string, Called> = { mode: modes, scopes: newKey.scopes, role: audit.roles }
  return common.list(
    Object.entries(changes).map(([name, value]) =>
      common.named(fields[name] ?? name, write(value, values[name] ?? {})),
    ),
  )
}
