import type { Agent } from 'undici'
import { type ApiTarget, isCutOff, sendRequest } from '../../harness/driver/index.ts'
import type { Client } from './create-clients.ts'
import type { SubmitPlan } from './plan-submits.ts'
import { writeRequest } from './write-request.ts'

/** How the clients reach the service. */
export type Line = { baseUrl: string; dispatcher: Agent; clients: Client[] }

export const targetOf = ({ baseUrl, dispatcher, clients }: Line, user: number, mode = 'live'): ApiTarget => ({
  baseUrl,
  dispatcher,
  headers: { 'x-api-key': (mode === 'test' ? clients[user]?.testKey : clients[user]?.apiKey) ?? '' },
})

export const ownerOf = ({ baseUrl, dispatcher, clients }: Line, user: number): ApiTarget => ({
  baseUrl,
  dispatcher,
  headers: clients[user]?.session ?? {},
})

/**
 * The answer to one submit. `nothing`: the service says that no credits moved. `unknown`: the service does
 * not know. `no answer`: the client does not know. `wrong`: a valid request was finally refused.
 */
export type SubmitAnswer = {
  submit: number
  user: number
  clientRef: string
  kind: 'acknowledged' | 'refunded' | 'nothing' | 'unknown' | 'no answer' | 'wrong'
  status: number
  code: string | undefined
  id: string | undefined
  /** After the charge when acknowledged, at the answer when refunded. */
  balance: number | undefined
  costCredits: number | undefined
  replayed: boolean
  retryAfterMs: number
  sentAt: number
  /** When the connection was cut before the answer. */
  cutAt: number | undefined
}

type Body = {
  id?: string
  code?: string
  charged?: string
  balance?: number
  balanceAfter?: number
  creditsCost?: number
}

export async function sendSubmit(line: Line, submit: SubmitPlan, timeoutMs: number): Promise<SubmitAnswer> {
  const { index, user, clientRef, mode } = submit
  const none: SubmitAnswer = {
    submit: index,
    user,
    clientRef,
    kind: 'no answer',
    status: 0,
    code: undefined,
    id: undefined,
    balance: undefined,
    costCredits: undefined,
    replayed: false,
    retryAfterMs: 0,
    sentAt: performance.now(),
    cutAt: undefined,
  }
  try {
    const { path, request } = await writeRequest(submit, (line.clients[user] as Client).own)
    const { status, headers, body } = await sendRequest(targetOf(line, user, mode), 'POST', path, {
      ...request,
      timeoutMs,
    })
    // A balancer that lost its api: it knows as little as a client whose connection is cut. Ours are JSON.
    if (status >= 500 && body === undefined) return { ...none, status, cutAt: performance.now() }
    const read = body as Body
    return {
      ...none,
      kind: kindOf(status, read),
      status,
      code: read.code,
      id: read.id,
      balance: read.balanceAfter ?? read.balance,
      costCredits: read.creditsCost,
      replayed: headers['idempotent-replayed'] === 'true',
      retryAfterMs: Number(headers['retry-after'] ?? 0) * 1_000,
    }
  } catch (error) {
    return isCutOff(error) ? { ...none, cutAt: performance.now() } : none
  }
}

function kindOf(status: number, { code, charged }: Body): SubmitAnswer['kind'] {
  if (status === 201) return 'acknowledged'
  if (charged === 'refunded') return 'refunded'
  if (charged === 'unknown') return 'unknown'
  if (status >= 500 || status === 429 || code === 'client_ref_in_progress') return 'nothing'
  return 'wrong'
}
