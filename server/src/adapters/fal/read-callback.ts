import { hash, verify } from 'node:crypto'
import { isRecord } from '#adapters/shared'
import type { CallbackHint } from '#platform/providers'
import type { SigningKeys } from './signing-keys.ts'

const AGE_MAX_SECONDS = 300

type Signed = { rawBody: Buffer; headers: Record<string, string> }

/** Whether a callback is the provider's, meant for our account and not a repetition of an old one. */
export async function readCallback(
  signed: Signed,
  accountId: string,
  keys: SigningKeys,
): Promise<CallbackHint> {
  const jobId = (await isGenuine(signed, accountId, keys)) ? readJobId(signed) : null
  return { isGenuine: jobId !== null, jobId }
}

async function isGenuine(
  { rawBody, headers }: Signed,
  accountId: string,
  keys: SigningKeys,
): Promise<boolean> {
  const [requestId, userId, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  )
  if (!requestId || !userId || !timestamp || !signature || userId !== accountId) return false
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!(ageSeconds <= AGE_MAX_SECONDS) || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const message = Buffer.from([requestId, userId, timestamp, hash('sha256', rawBody)].join('\n'))
  return keys.some((key) => verify(null, message, key, Buffer.from(signature, 'hex')))
}

/** The body and the header must name the same request. */
function readJobId({ rawBody, headers }: Signed): string | null {
  try {
    const body: unknown = JSON.parse(rawBody.toString('utf8'))
    const id = isRecord(body) ? body.request_id : undefined
    return typeof id === 'string' && id === headers['x-fal-webhook-request-id'] ? id : null
  } catch {
    return null
  }
}
