/**
 * What a line of the log may say: ids, names and words of our own, counts and times. Nothing that a caller or
 * a provider wrote, so no field may hold a prompt, a body, a header, a query or a key. A field that is not
 * here is left out.
 */
const LOG_FIELDS: ReadonlySet<string> = new Set([
  // Whom and what it is about.
  ...['requestId', 'media', 'user', 'mail', 'asset', 'erasure', 'run', 'step', 'part', 'worker', 'provider'],
  ...['providerJob', 'objectKey', 'key', 'task', 'others', 'url', 'signal', 'state', 'engine', 'held'],
  // A payment: ids of ours and of Stripe, and the codes of declined cards.
  ...['checkout', 'event', 'subject', 'why', 'work'],
  // A request and its answer.
  ...['method', 'route', 'status', 'code', 'ms', 'bytes', 'left', 'inside', 'network'],
  // The end of a job, of an outage, of a round of work.
  ...['kind', 'outcome', 'class', 'reason', 'credits', 'seconds', 'failures', 'attempts'],
  ...['settled', 'restarted', 'stuck', 'completed', 'newPartitions', 'oldFiles', 'deletedUploads'],
  ...['oldHints', 'oldInvitations', 'oldTokens', 'unusedObjects'],
  // The link that makes the first admin is told by the log alone.
  'link',
  'err',
])

const CHARACTERS_MAX = 300

/** Plain values of the known fields; the serializer cleans `err`. */
export function pickFields(fields: Record<string, unknown>): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!LOG_FIELDS.has(name)) continue
    if (name === 'err' || typeof value === 'number' || typeof value === 'boolean') picked[name] = value
    else if (typeof value === 'string') picked[name] = value.slice(0, CHARACTERS_MAX)
  }
  return picked
}
