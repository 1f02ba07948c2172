import { type Agent, request } from 'undici'
import type { Client } from './create-clients.ts'
import type { OrderPlan } from './plan-orders.ts'
import { writeRequest } from './write-request.ts'

export type Line = { baseUrl: string; dispatcher: Agent; clients: Client[] }

/**
 * What one request was told. `nothing`: it moved no credits, says the service. `unknown`: the service does
 * not know. `no answer`: we do not know. `wrong`: a valid request was refused for good.
 */
export type Told = {
  order: number
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
}

type Answer = {
  id?: string
  code?: string
  charged?: string
  balance?: number
  balanceAfter?: number
  creditsCost?: number
}

export async function sendOrder(line: Line, order: OrderPlan, timeoutMs: number): Promise<Told> {
  const { index, user, clientRef } = order
  const client = line.clients[user] as Client
  const told: Told = {
    order: index,
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
  }
  try {
    const { path, headers, body } = await writeRequest(order, client.own)
    const answer = await request(line.baseUrl + path, {
      method: 'POST',
      dispatcher: line.dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'x-api-key': client.apiKey },
      body,
    })
    const read = (await answer.body.json()) as Answer
    return {
      ...told,
      kind: kindOf(answer.statusCode, read),
      status: answer.statusCode,
      code: read.code,
      id: read.id,
      balance: read.balanceAfter ?? read.balance,
      costCredits: read.creditsCost,
      replayed: answer.headers['idempotent-replayed'] === 'true',
      retryAfterMs: Number(answer.headers['retry-after'] ?? 0) * 1_000,
    }
  } catch {
    return told
  }
}

function kindOf(status: number, { code, charged }: Answer): Told['kind'] {
  if (status === 201) return 'acknowledged'
  if (charged === 'refunded') return 'refunded'
  if (charged === 'unknown') return 'unknown'
  if (status >= 500 || status === 429 || code === 'client_ref_in_progress') return 'nothing'
  return 'wrong'
}
