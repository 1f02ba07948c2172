import { createServer, type IncomingMessage } from 'node:http'
import { type Call, readCall } from '../http/call.ts'
import { listen } from '../http/listen.ts'
import { json, type Reply } from '../http/reply.ts'
import { sendReply } from '../http/send-reply.ts'
import { Account, type Fail } from './account.ts'
import { type CallCounts, handleControl, type ReplyFaults } from './control.ts'
import { Delivery } from './deliver.ts'
import { listOf, type Nested, parseForm } from './parse-form.ts'
import { handlePerson } from './pay-page.ts'

export type StripeDoubleConfig = {
  host: string
  port: number
  seed: number
  key: string
  /** Where events go, and what signs them. */
  eventsUrl: string
  secret: string
}

/** A Stripe of its own: pages, payments, and the events about them. */
export async function openStripeDouble(config: StripeDoubleConfig) {
  const delivery = new Delivery({ url: config.eventsUrl, secret: config.secret, seed: config.seed })
  const account = new Account(config.seed, `http://${config.host}:${config.port}`, (event) =>
    delivery.deliver(event),
  )
  const saved = new Map<string, { request: string; reply: Reply }>()
  const faults: ReplyFaults = { lostReplies: 0, errors: 0 }
  const counts: CallCounts = { calls: 0, writes: 0, replayed: 0 }

  /** Stripe answers a repeated key with the first answer, and refuses it with another request. */
  function once(call: Call, work: () => Reply): Reply {
    const key = call.headers['idempotency-key']
    const request = `${call.path}\n${call.bytes.toString()}`
    const known = typeof key === 'string' ? saved.get(key) : undefined
    if (known) {
      counts.replayed++
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      if (known.request !== request) return refuse(400, { type: 'idempotency_error', message })
      return { ...known.reply, headers: { ...known.reply.headers, 'idempotent-replayed': 'true' } }
    }
    const reply = work()
    counts.writes++
    if (typeof key === 'string') saved.set(key, { request, reply })
    return reply
  }

  function handle(call: Call): Reply | 'lost' {
    counts.calls++
    const isWrite = call.method === 'POST'
    if (call.headers.authorization !== `Bearer ${config.key}`)
      return refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    if (faults.errors > 0) {
      faults.errors--
      return refuse(500, { type: 'api_error', message: 'An unknown error occurred.' })
    }
    const reply = isWrite ? once(call, () => write(account, call)) : read(account, call)
    if (!isWrite || faults.lostReplies === 0) return reply
    faults.lostReplies--
    return 'lost'
  }

  const server = createServer(async (req: IncomingMessage, res) => {
    const call = await readCall(req, '')
    const reply = call.path.startsWith('/__double/')
      ? handleControl({ account, delivery, faults, counts }, call)
      : (handlePerson(account, call) ?? handle(call))
    if (reply === 'lost') req.socket.destroy()
    else await sendReply(res, reply, undefined)
  })
  return listen(server, config.host, config.port)
}

function write(account: Account, call: Call): Reply {
  const form: Nested = parseForm(call.bytes.toString())
  if (call.path === '/v1/checkout/sessions') return answer(account.createSession(form))
  if (call.path !== '/v1/payment_intents') return unknown(call)
  const made = account.createIntent(form)
  return answer(
    'error' in made ? made : account.showIntent(made, Object.values(form.expand ?? {}) as string[]),
  )
}

function read(account: Account, { path, query, ...call }: Call): Reply {
  const expand = listOf(query, 'expand')
  const [, kind = '', id = ''] = /^\/v1\/(checkout\/sessions|payment_intents)\/(\w+)$/.exec(path) ?? []
  if (path === '/v1/events') return json(200, account.listEvents(query))
  if (path === '/v1/payment_intents') return json(200, account.listIntents(query))
  const session = kind === 'checkout/sessions' ? account.sessions.get(id) : undefined
  if (session) return json(200, account.showSession(session, expand))
  const intent = kind === 'payment_intents' ? account.intents.get(id) : undefined
  return intent ? json(200, account.showIntent(intent, expand)) : unknown({ ...call, path })
}

const answer = (made: object | Fail): Reply =>
  'error' in made && 'status' in made
    ? refuse(made.status as number, made.error as Record<string, unknown>)
    : json(200, made)

const refuse = (status: number, error: Record<string, unknown>): Reply => json(status, { error })

const unknown = ({ method, path }: Pick<Call, 'method' | 'path'>): Reply =>
  refuse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such: ${method} ${path}`,
  })
