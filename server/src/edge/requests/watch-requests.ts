import type { Server, ServerResponse } from 'node:http'
import { type Endpoint, isIdOf } from '@atelier/contract'
import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics'
import type { Traces } from '#platform/traces'

/** The part of an answer that is read here. */
type Answer = { status: number; body?: unknown }

/** What is noted of a request while it is answered. */
export type Facts = {
  startedAt: number
  /** The path of the endpoint with the names of its parameters: a path itself may hold anything. */
  route: string
  requestId?: string
  method?: string
  user?: string
  /** The key or the consent that was sent. */
  key?: string
  /** Where it came from, as limits count it. */
  network?: string
  /** A caller wants to come in by it: a password, a code, a link. */
  isEntry?: boolean
  /** The job that it made or named, also in a call inside. */
  media?: string
  /** The code of the last call inside that was refused: the answer outside may be a success. */
  inside?: string
  answered?: { status: number; code?: string | undefined; ms: number }
}

const NO_ROUTE = 'none'

/** Balancers ask these every second; an answer of success is not worth a line. */
const HEALTH = new Set(['/health', '/health/live', '/health/ready'])

export type RequestWatch = {
  of(response: ServerResponse): Facts
  /** Notes the answer, when it is ready to be sent. */
  answer(response: ServerResponse, request: { id: string; method: string }, answer: Answer): void
  /** For bytes that were no request. */
  refused(requestId: string, status: number): void
}

type Told = { log: Logger; metrics: Pick<Metrics, 'countRequest'>; traces: Traces }

/** Tells of every request once, when its answer is sent or its caller is gone. */
export function watchRequests(server: Server, { log, metrics, traces }: Told): RequestWatch {
  const facts = new WeakMap<ServerResponse, Facts>()
  const begin = (response: ServerResponse): Facts => {
    const fresh = { startedAt: performance.now(), route: NO_ROUTE }
    facts.set(response, fresh)
    response.once('close', () => {
      writeLine(log, fresh, response.writableFinished)
      metrics.countRequest(measure(fresh))
      traceRequest(traces, fresh)
    })
    return fresh
  }
  const of = (response: ServerResponse) => facts.get(response) ?? begin(response)
  // Before the handlers, so that their whole time is counted.
  server.prependListener('request', (_, response) => void of(response))
  return {
    of,
    answer(response, { id, method }, { status, body }) {
      const one = of(response)
      const code = status >= 400 ? (body as { code?: string } | undefined)?.code : undefined
      Object.assign(one, { requestId: id, method, answered: { status, code, ms: msSince(one.startedAt) } })
    },
    refused(requestId, status) {
      log.info({ requestId, route: NO_ROUTE, status }, 'request')
      metrics.countRequest({ route: NO_ROUTE, method: NO_ROUTE, status, code: undefined, seconds: 0 })
    },
  }
}

/** Notes what is asked for, and where from, before anything else is known. */
export function noteArrival(facts: Facts, endpoint: Endpoint, network: string): void {
  const { auth, chapter, method, path } = endpoint
  facts.route = path
  facts.network = network
  facts.isEntry = auth === 'open' && chapter === 'Account' && method === 'POST'
}

type Known = { owner: { userId: string }; keyId: string | null }

/** Notes who calls, also when this caller is refused. */
export function noteCaller(facts: Facts, { owner, keyId }: Known): void {
  facts.user = owner.userId
  if (keyId !== null) facts.key = keyId
}

/** An answer by which a caller came in, or took the first step: a challenge begins with the user's id. */
type Entered = { session?: { user?: { id?: string } } | null; challenge?: string | null }

/** Notes whom a call was for, and which job it made or named. */
export function noteCall(facts: Facts, userId: string | undefined, params: object, { body }: Answer): void {
  const { id, existingId, ...more } = (body ?? {}) as { id?: unknown; existingId?: unknown }
  const { session, challenge } = more as Entered
  const entered = facts.isEntry ? (session?.user?.id ?? challenge?.split('.')[0]) : undefined
  const user = userId ?? entered
  if (user !== undefined) facts.user = user
  facts.media ??= [...Object.values(params), id, existingId].find(
    (one) => typeof one === 'string' && isIdOf('media', one),
  )
}

/** In the trace of the job that it is about, or in one of its own. */
function traceRequest(
  traces: Traces,
  { route, requestId, method, user, media, inside, answered }: Facts,
): void {
  if (!requestId || !answered || HEALTH.has(route)) return
  const { status, code, ms } = answered
  const more = { ...(user && { user }), ...(code && { code }), ...(inside && { inside }) }
  const attributes = { requestId, route, status, ...more }
  const name = route === NO_ROUTE ? NO_ROUTE : `${method} ${route}`
  const span = { name, seconds: ms / 1_000, attributes, isError: status >= 500 }
  if (media) traces.noteOf(media, span)
  else traces.noteWhole(requestId, span)
}

/** Of an unknown route any method may be sent, so it is not told apart. */
function measure({ route, method = NO_ROUTE, answered, startedAt }: Facts) {
  const { status = 0, code, ms = msSince(startedAt) } = answered ?? {}
  return { route, method: route === NO_ROUTE ? NO_ROUTE : method, status, code, seconds: ms / 1000 }
}

function writeLine(log: Logger, facts: Facts, isFinished: boolean): void {
  const { route, requestId, method, user, key, media, inside, answered } = facts
  const status = answered?.status ?? 0
  const isQuiet = HEALTH.has(route) && status < 400
  log[isQuiet ? 'debug' : 'info'](
    {
      requestId,
      method,
      route,
      status,
      code: answered?.code,
      ms: answered?.ms ?? msSince(facts.startedAt),
      user,
      key,
      // An address may lead to a person, so it is told only where a user comes in or is refused.
      network: facts.isEntry || status >= 400 ? facts.network : undefined,
      media,
      inside,
      // The caller closed its connection before it had the whole answer.
      left: isFinished ? undefined : true,
    },
    'request',
  )
}

const msSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 10) / 10
