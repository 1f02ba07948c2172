import { createHash } from 'node:crypto'
import { ReportBody } from '@atelier/contract'
import canonicalize from 'canonicalize'
import { parseFields, Refusal } from '#platform/refusal'

/** A report as it came: under which key, and what makes another one the same. */
export type ReadReport = { key: string; body: ReportBody; bodyHash: Buffer }

const FIELD = 'idempotencyKey'
const Key = ReportBody.shape[FIELD]

/** The key may stand in the body, in the header, or in both if it is the same. */
export function readReport({ [FIELD]: bodyKey, ...body }: ReportBody, headerKey?: string): ReadReport {
  const ofHeader = parseFields(Key, headerKey, FIELD)
  const key = bodyKey ?? ofHeader
  if (key === undefined) throw wrongKey('is required, in the body or as the header Idempotency-Key.')
  if (ofHeader !== undefined && ofHeader !== key)
    throw wrongKey('differs from the header Idempotency-Key. Send one key.')
  const bodyHash = createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest()
  return { key, body, bodyHash }
}

const wrongKey = (why: string) => new Refusal('invalid_request', `${FIELD} ${why}`, { field: FIELD })
