import { type Call, json, type Reply, type Trouble } from '../core/index.ts'
import type { Issue } from './find-issues.ts'

/** The real one leads to the provider's pages; this one leads nowhere. */
const docUrl = 'https://docs.runway.example/api'

const SENTENCES: Record<number, string> = {
  401: 'Unauthorized',
  402: 'You do not have enough credits to run this task.',
  404: 'Not found',
  405: 'Method not allowed',
  429: 'Too many requests',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
}

/** The provider's envelope for a trouble of any request. Being out of credit is a 400. */
export function refuse({ status, retryAfterSeconds }: Trouble, _call?: Call): Reply {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const error = SENTENCES[status] ?? 'Internal server error'
  return json(status === 402 ? 400 : status, { error, docUrl }, headers)
}

export const refuseInput = (error: string): Reply => json(400, { error, docUrl })

export const refuseIssues = (issues: readonly Issue[]): Reply =>
  json(400, { error: 'Validation of body failed', issues, docUrl })

/** Without Retry-After: the number of a rolling day says nothing about the next minute. */
export const refuseDaily = (model: string): Reply =>
  json(429, { error: `You have reached the daily limit of generations for ${model}.`, docUrl })
