import { createHash } from 'node:crypto'

/**
 * The trace of a job, or of a request that is about none, follows from its id. So every process knows it, and
 * nothing is handed on or stored.
 */
export function traceIdsOf(id: string): { traceId: string; rootId: string } {
  const hash = createHash('sha256').update(id).digest('hex')
  return { traceId: hash.slice(0, 32), rootId: hash.slice(32, 48) }
}
