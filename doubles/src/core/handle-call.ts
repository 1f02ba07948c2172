import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type About, type Fault, numberOf, textOf } from '../faults/fault.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/reply.ts'
import { sendReply } from '../http/send-reply.ts'
import { alterReply, hidesReply, strikesBefore } from './alter-reply.ts'
import type { Event, SubmitOutcome } from './journal.ts'
import { matchRoute } from './match-route.ts'
import type { Protocol, Route } from './provider.ts'
import { type LoggedRequest, logCall } from './request-log.ts'
import type { State } from './state.ts'

/** What is known about a request while it is handled. */
export interface OpenCall {
  logged: LoggedRequest
  fault: Fault | undefined
  about: About
  /** The number of the submit; only on a route that buys. */
  submit: number | undefined
}

export interface CallParts {
  protocol: Protocol
  faults: FaultQueue
  record(event: Event): void
  state: State
  /** The requests that are being handled, for `accept`. */
  open: WeakMap<Call, OpenCall>
  requests: LoggedRequest[]
  now(): number
  nextSubmit(): number
}

/** One request of the provider's protocol, with the faults that hit it. */
export async function handleCall(parts: CallParts, call: Call, res: ServerResponse): Promise<void> {
  const { protocol, faults, requests, open } = parts
  const matched = matchRoute(protocol.routes, call.method, call.path)
  const logged = logCall(call)
  requests.push(logged)
  if (!matched) return send(res, protocol.refuse({ status: 404 }, call), undefined, logged)
  const { route } = matched
  call.params = matched.params
  logged.route = route.kind
  const about = describe(parts, route, call)
  const fault = faults.take('reply', { on: route.kind, path: call.path, about })
  logged.fault = fault?.fault ?? null
  const submit = route.kind === 'submit' ? parts.nextSubmit() : undefined
  open.set(call, { logged, fault, about, submit })
  const reply = await findReply(parts, route, call)
  if (submit !== undefined && logged.taskIds.length === 0) {
    const outcome = outcomeOf(reply)
    const { reference = null } = about
    parts.record({ kind: 'refused', at: parts.now(), submit, reference, outcome })
  }
  if (route.kind === 'media' && reply && reply.status < 300) {
    const cut = fault?.fault === 'truncate' || fault?.fault === 'false_length'
    parts.record({ kind: 'download', at: parts.now(), file: call.path, cut })
  }
  await send(res, reply, fault, logged)
}

function describe({ state }: CallParts, route: Route, call: Call): About {
  const about = route.about?.(call) ?? {}
  const task = about.taskId === undefined ? undefined : state.board.tasks.get(about.taskId)
  if (!task) return about
  return { prompt: task.prompt, model: task.model, reference: task.reference, ...about }
}

async function findReply(parts: CallParts, route: Route, call: Call): Promise<Reply | undefined> {
  const { protocol, open } = parts
  const fault = open.get(call)?.fault
  if (fault?.fault === 'slow_headers' && strikesBefore(fault)) await sleep(numberOf(fault, 'delayMs', 5000))
  else if (fault && strikesBefore(fault)) return alterReply(fault, undefined, call, protocol)
  const refused = route.isOpen ? undefined : protocol.authorize(call)
  const reply = refused ?? (await route.handle(call))
  if (fault?.fault === 'slow_headers' && !strikesBefore(fault)) await sleep(numberOf(fault, 'delayMs', 5000))
  return fault ? alterReply(fault, reply, call, protocol) : reply
}

/** True when the buyer does not hear of what this request bought. */
export function isLost(fault: Fault | undefined): boolean {
  return fault !== undefined && hidesReply(fault)
}

function outcomeOf(reply: Reply | undefined): SubmitOutcome {
  if (!reply) return 'reset'
  return reply.status === 400 || reply.status === 422 ? 'invalid' : 'refused'
}

async function send(
  res: ServerResponse,
  reply: Reply | undefined,
  fault: Fault | undefined,
  logged: LoggedRequest,
): Promise<void> {
  if (reply) {
    logged.status = reply.status
    return sendReply(res, reply, fault)
  }
  // A reset sends RST, which the client sees as ECONNRESET; a lost reply ends the connection in good order.
  if (fault?.fault === 'reset') res.socket?.resetAndDestroy()
  else if (fault && textOf(fault, 'end', 'close') === 'silent') return
  else res.socket?.end(() => res.destroy())
}

/** The answer to a bug in a double: it must not look like a fault that a test asked for. */
export function bugReply(error: unknown): Reply {
  console.error(error)
  return json(599, { double: 'has a bug', error: String(error) })
}
