import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * What makes two requests the same: the known fields, cleaned, with defaults, in any order; a file counts as
 * its hash.
 */
export const fingerprint = (fields: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(canonicalize(fields) ?? '')
    .digest()
