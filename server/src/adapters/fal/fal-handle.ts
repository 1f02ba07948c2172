import { isRecord } from '#adapters/shared'
import type { Handle } from '#platform/providers'
import type { FalAccount } from './fal-account.ts'

/** What is stored about a request. `endpoint`: its full name, of which the addresses hold only a part. */
export type FalHandle = Handle & {
  endpoint: string
  statusUrl: string
  responseUrl: string
  cancelUrl: string
}

/** The addresses as they are documented, for a request of which nothing but the id is known. */
export function adoptRequest({ settings }: FalAccount, endpoint: string, requestId: string): FalHandle {
  const app = endpoint.split('/').slice(0, 2).join('/')
  const responseUrl = `${settings.queueUrl}/${app}/requests/${encodeURIComponent(requestId)}`
  return {
    jobId: requestId,
    endpoint,
    statusUrl: `${responseUrl}/status`,
    responseUrl,
    cancelUrl: `${responseUrl}/cancel`,
  }
}

/** The handle in the answer to a submit; undefined when it names no request. */
export function readAccepted(account: FalAccount, endpoint: string, json: unknown): FalHandle | undefined {
  if (!isRecord(json) || typeof json.request_id !== 'string' || json.request_id === '') return undefined
  const built = adoptRequest(account, endpoint, json.request_id)
  const { origin } = new URL(account.settings.queueUrl)
  // The provider's own addresses are better than built ones, but the key goes nowhere else.
  const given = (url: unknown, otherwise: string): string =>
    typeof url === 'string' && URL.canParse(url) && new URL(url).origin === origin ? url : otherwise
  return {
    ...built,
    statusUrl: given(json.status_url, built.statusUrl),
    responseUrl: given(json.response_url, built.responseUrl),
    cancelUrl: given(json.cancel_url, built.cancelUrl),
  }
}
