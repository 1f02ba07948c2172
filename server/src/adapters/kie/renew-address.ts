import type { KieAccount } from './kie-account.ts'
import { readEnvelope } from './read-envelope.ts'

const RENEW_TIMEOUT_MS = 10_000
/** Addresses live for 24 hours or 14 days, depending on the page. After an hour a fresh one is asked for. */
const FRESH_MS = 3_600_000

/** An address of a result that can be opened now: the first one while it is young or there is no other. */
export async function renewAddress(account: KieAccount, url: string, endedAt: number): Promise<string> {
  const isOld = Date.now() - endedAt > FRESH_MS
  if (!isOld) return url
  const answer = await account.askApi('/api/v1/common/download-url', {
    body: { url },
    timeoutMs: RENEW_TIMEOUT_MS,
  })
  const envelope = readEnvelope(answer)
  const isRenewed = envelope?.code === 200 && typeof envelope.data === 'string' && URL.canParse(envelope.data)
  return isRenewed ? (envelope.data as string) : url
}
