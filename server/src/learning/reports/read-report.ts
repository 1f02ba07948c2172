import { createHash } from 'node:crypto'
import { ReportBody } from '@atelier/contract'
import canonicalize from 'canonicalize'
import { parseFields, Refusal } from '#platform/refusal'

/** A report with its idempotency key and the hash of its body, by which a replay is recognized. */
export type KeyedReport = { key: string; body: ReportBody; bodyHash: Buffer }

const FIELD = 'idempotencyKey'
const Key = ReportBody.shape[FIELD]

/** The key may be in the body, in the header, or in both if it is the same. */
export function readReport({ [FIELD]: bodyKey, ...body }: ReportBody, headerKey?: string): KeyedReport {
  const fromHeader = parseFields(Key, headerKey, FIELD)
  const key = bodyKey ?? fromHeader
  if (key === undefined) throw wrongKey('is required, in the body or as the header Idempotency-Key.')
  if (fromHeader !== undefined && fromHeader !== key)
    throw wrongKey('differs from the header Idempotency-Key. Send one key.')
  return { key, body, bodyHash: hashOf(body) }
}

/** When figures were read is no part of them: an agent that reads the same figures again sends a replay. */
function hashOf({ fetchedAt: _, rows, ...body }: Omit<ReportBody, typeof FIELD>): Buffer {
  const figures = rows?.map(({ fetchedAt: __, ...row }) => row)
  return createHash('sha256')
    .update(canonicalize({ ...body, ...(figures && { rows: figures }) }) ?? '')
    .digest()
}

const wrongKey = (why: string) => new Refusal('invalid_request', `${FIELD} ${why}`, { field: FIELD })
