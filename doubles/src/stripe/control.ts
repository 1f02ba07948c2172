import type { Call } from '../http/call.ts'
import { isRecord } from '../http/is-record.ts'
import { json, type Reply } from '../http/reply.ts'
import type { Account, CardBehaviour } from './account.ts'
import type { Delivery, DeliveryFaults } from './deliver.ts'

export type ReplyFaults = {
  /** So many of the next calls that write are done, and their answer is lost. */
  lostReplies: number
  /** So many of the next calls are answered 500 and not done. */
  errors: number
}

export type CallCounts = { calls: number; writes: number; replayed: number }

export type ControlParts = {
  account: Account
  delivery: Delivery
  faults: ReplyFaults
  counts: CallCounts
}

type Body = Record<string, unknown>

/** What people do at Stripe, and what tests order. */
export function handleControl(parts: ControlParts, { method, path, body }: Call): Reply {
  const { account, delivery, faults, counts } = parts
  const name = path.replace('/__double/', '')
  if (method === 'GET' && name === 'state')
    return json(200, {
      sessions: [...account.sessions.values()],
      intents: [...account.intents.values()],
      refunds: [...account.refunds.values()],
      disputes: [...account.disputes.values()],
      deliveries: delivery.counts,
      calls: counts,
    })
  if (method === 'GET' && name === 'counts') return json(200, { deliveries: delivery.counts, calls: counts })
  if (method !== 'POST' || !isRecord(body)) return json(404, { error: `There is no ${method} ${path}.` })
  const work = actions[name]
  if (!work) return json(404, { error: `There is no ${method} ${path}.` })
  const done = work({ account, delivery, faults, body })
  return done === undefined ? json(409, { error: `${name} cannot be done to that.` }) : json(200, done)
}

type Action = (parts: {
  account: Account
  delivery: Delivery
  faults: ReplyFaults
  body: Body
}) => object | undefined

const actions: Record<string, Action> = {
  pay: ({ account, body }) => account.pay(String(body.session)),
  expire: ({ account, body }) => account.expire(String(body.session)),
  'remove-customer': ({ account, body }) => account.removeCustomer(String(body.customer)),
  refund: ({ account, body }) => account.refund(String(body.intent), Number(body.amount)),
  'fail-refund': ({ account, body }) => account.failRefund(String(body.refund)),
  dispute: ({ account, body }) => account.dispute(String(body.intent), Number(body.amount)),
  'close-dispute': ({ account, body }) =>
    account.closeDispute(String(body.dispute), body.status === 'won' ? 'won' : 'lost'),
  /** An event with any content, signed as a real one. */
  emit: ({ account, body }) =>
    account.emit(String(body.type), body.object as object, isRecord(body.given) ? body.given : {}),
  delivery: ({ delivery, body }) => {
    delivery.change(body as Partial<DeliveryFaults>)
    return {}
  },
  replies: ({ faults, body }) => Object.assign(faults, body),
  card: ({ account, body }) => {
    account.card = body.behaviour as CardBehaviour
    return {}
  },
}
