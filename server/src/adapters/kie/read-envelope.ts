import { type Answer, asRecord } from '#adapters/shared'

/** The envelope of every answer. `code` is the status; the HTTP status is often 200 all the same. */
export type Envelope = { code: number; text: string; data: unknown }

/** Undefined when kie itself did not answer: a proxy's page, half a body. */
export function readEnvelope(answer: Answer): Envelope | undefined {
  if (answer.kind !== 'answered') return undefined
  const { code, msg, message, data } = asRecord(answer.json)
  if (typeof code !== 'number') return undefined
  const text = [msg, message].find((one) => typeof one === 'string')
  return { code, text: typeof text === 'string' ? text : '', data }
}
