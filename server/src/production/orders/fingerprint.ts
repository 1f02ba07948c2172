import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * The hash by which two requests are the same. It covers the known fields, cleaned and with defaults, in any
 * order; a file is represented by its hash.
 */
export const fingerprint = (fields: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(canonicalize(fields) ?? '')
    .digest()
