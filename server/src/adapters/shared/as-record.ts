import { isRecord } from './is-record.ts'

/** A JSON object, or an empty one: a missing field and a missing object are the same to a reader. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
