import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { API_VERSION, type RateClass } from '@atelier/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { asActor } from '#access/audit'
import { newTestAccounts } from '#access/credits'
import { type CallerResolver, callerOfSession, newCallerResolver } from '#access/identity'
import {
  type Counted,
  heavyHeaders,
  newOuterLimits,
  type OuterLimits,
  peekSlot,
  slotHeaders,
  takeSlot,
} from '#access/limits'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { IncompleteRequest } from '#platform/refusal'
import { dropBody } from '#platform/turns'
import { actorOf } from './actor-of.ts'
import { answerClientError } from './answer-client-error.ts'
import { answerError } from './answer-error.ts'
import { authenticate } from './authenticate.ts'
import { newSessionAuthenticator, type SessionAuthenticator } from './authenticate-session.ts'
import { limitConnections } from './limit-connections.ts'
import { newFileTurns } from './new-file-turns.ts'
import { newFormReceiver } from './receive-form.ts'
import { newLinesReceiver } from './receive-lines.ts'
import { checkUrl, hasForm, type ReceivedRequest, type Receivers, receiveRequest } from './receive-request.ts'
import { endpointNotFound } from './refuse-request.ts'
import type { Answer, Route } from './route.ts'
import { watchReaders } from './watch-readers.ts'

/** The request line and the headers together: 2 KB and 8 KB. */
const HEAD_BYTES_MAX = 10_240
const HEADERS_MS = 5_000
/**
 * Node has one limit for all requests. JSON bodies (15 s), forms (20 s) and lines (60 s) have their own
 * limits with a proper response; this one covers everything else.
 */
const REQUEST_MS = 61_000
/** Short, because all expired connections are closed in one go, which blocks all other requests. */
const CHECK_CONNECTIONS_MS = 200
/** A client that still sends its body this long after the response does not read it. */
const UNREAD_MS = 5_000
const IDLE_MS = 65_000
/** No bytes in either direction for longer than any handler takes: the client does not read. */
const INACTIVE_MS = 30_000
/** Per process. Needs as many file descriptors, and a few hundred more. */
const CONNECTIONS_MAX = 2_000

/** The HTTP server: every request passes the same checks in the same order, then its route. */
export function openHttp(app: App, routes: Route[]): FastifyInstance {
  const http = openServer(app)
  const pipeline: Pipeline = {
    app,
    resolveCaller: newCallerResolver(app.db),
    authenticateSession: newSessionAuthenticator(app),
    outerLimits: newOuterLimits(app.config),
    receiveForm: newFormReceiver(app.config.tempDir),
    receiveLines: newLinesReceiver(),
    fileTurns: newFileTurns(app.config.filesPerNetwork),
    openTestAccount: newTestAccounts(),
  }
  for (const route of routes) {
    http.route({
      method: route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : route.endpoint.method,
      exposeHeadRoute: false,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => handleRequest(pipeline, route, request, reply),
    })
  }
  return http
}

/** A server without routes that answers every error in our format. */
function openServer(app: App): FastifyInstance {
  const responses = new WeakMap<Socket, ServerResponse>()
  const http = Fastify({
    logger: false,
    genReqId: () => newId('request'),
    trustProxy: app.config.trustProxy,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionTimeout: INACTIVE_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      maxHeaderSize: HEAD_BYTES_MAX,
      // We do not use Host; without this, Node would answer in its own format.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests that arrive while we close are answered too; Fastify would answer in its own format.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) =>
      void send(reply, errorAnswer(app, endpointNotFound(), request), request),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket as Socket, responses.get(socket as Socket), app.log),
  })
  // Fastify would read the body before the key is checked, so it is configured to expect none.
  for (const method of http.supportedMethods)
    http.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  http.setNotFoundHandler((request, reply) => send(reply, errorAnswer(app, endpointNotFound(), request)))
  http.setErrorHandler((error, request, reply) => send(reply, errorAnswer(app, error, request)))
  http.addHook('onResponse', async ({ raw }) => closeIfUnread(raw))
  http.server.on('request', (request, response) => responses.set(request.socket, response))
  // An unknown Expect header is no reason to refuse a request.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  limitConnections(http.server, CONNECTIONS_MAX)
  watchReaders(http.server)
  return http
}

function closeIfUnread(raw: FastifyRequest['raw']): void {
  if (!raw.complete) setTimeout(() => raw.complete || raw.socket.destroy(), UNREAD_MS).unref()
}

type Pipeline = Receivers & {
  app: App
  resolveCaller: CallerResolver
  authenticateSession: SessionAuthenticator
  outerLimits: OuterLimits
  openTestAccount: ReturnType<typeof newTestAccounts>
}

type Headers = Record<string, string>

/** The caller and the class that a request counts for. */
type RateLimited = { counted: Counted; rateClass: RateClass; db: App['db'] }

/** A replay of these is not counted, so their handlers take the slot, in the transaction of the write. */
const countedByHandler: ReadonlySet<RateClass> = new Set(['submits', 'reports'])

/** Key and scope or session, then the limit, then the body, then the handler. */
async function handleRequest(
  { app, resolveCaller, authenticateSession, outerLimits, openTestAccount, ...receivers }: Pipeline,
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let rateLimited: RateLimited | undefined
  let headers: Record<string, string> = {}
  let received: ReceivedRequest | undefined
  try {
    checkUrl(request)
    const guard = outerLimits.guardLookUps(request.ip ?? '')
    const session =
      endpoint.auth === 'session' ? await authenticateSession(endpoint, request, guard) : undefined
    if (endpoint.admin && session?.user.role !== 'admin') throw endpointNotFound()
    const caller =
      endpoint.auth === 'key'
        ? await authenticate(resolveCaller, request.headers, endpoint.scope, guard)
        : session && callerOfSession(session)
    const owner = caller?.owner
    const rateClass = (hasForm(request) && endpoint.formLimit) || endpoint.limit
    // A handler has no other database than that of its owner. The limit uses it, too: what waits for its row
    // takes no more connections than the share of its user.
    const own = owner ? { ...app, db: app.db.forOwner(owner.userId) } : app
    if (caller && rateClass === 'looks') headers = slotHeaders(outerLimits.takeLook(caller))
    else if (caller && rateClass) rateLimited = { counted: caller, rateClass, db: own.db }
    if (caller && rateClass && countedByHandler.has(rateClass)) {
      outerLimits.takeReplay(caller, rateClass, hasForm(request))
    } else if (rateLimited) headers = await countRequest(app.config, rateLimited, endpoint.heavy)
    const userId = owner?.userId ?? ''
    if (session?.owner.mode === 'test') await openTestAccount(asActor(own.db, actorOf(session)), userId)
    received = await receiveRequest(request, reply, endpoint, { ...receivers, userId })
    const answer = await handle({ ...received, app: own, caller, session })
    return await send(reply, { ...answer, headers: { ...headers, ...answer.headers } }, request)
  } catch (error) {
    dropBody(request.raw)
    const answer = errorAnswer(app, error, request)
    const hasRateHeaders = 'x-ratelimit-limit' in { ...headers, ...answer.headers }
    if (rateLimited && !hasRateHeaders && !(error instanceof IncompleteRequest))
      headers = await peekHeaders(app.config, rateLimited)
    return send(reply, { ...answer, headers: { ...headers, ...answer.headers } }, request)
  } finally {
    await received?.discard()
  }
}

/** Counts a request in its class, and a heavy one in both classes or in none. */
async function countRequest(
  { rateLimits }: App['config'],
  { counted, rateClass, db }: RateLimited,
  heavy = false,
): Promise<Headers> {
  if (!heavy) return slotHeaders(await takeSlot(db, counted, rateClass, rateLimits[rateClass]))
  return db.transaction(async (tx) => ({
    ...slotHeaders(await takeSlot(tx, counted, rateClass, rateLimits[rateClass])),
    ...heavyHeaders(await takeSlot(tx, counted, 'heavy', rateLimits.heavy)),
  }))
}

/** Every response of a limited route has these headers, except when the database is unavailable. */
const peekHeaders = (
  { rateLimits }: App['config'],
  { counted, rateClass, db }: RateLimited,
): Promise<Record<string, string>> =>
  peekSlot(db, counted, rateClass, rateLimits[rateClass]).then(slotHeaders, () => ({}))

const errorAnswer = (app: App, error: unknown, request: FastifyRequest): Answer =>
  answerError(error, request.id, app.log)

async function send(reply: FastifyReply, answer: Answer, request = reply.request): Promise<FastifyReply> {
  reply.code(answer.status).headers({
    'x-api-version': API_VERSION,
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...answer.headers,
  })
  if (answer.stream) return reply.send(answer.stream)
  if (answer.body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}
