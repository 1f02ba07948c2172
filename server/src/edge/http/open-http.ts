import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { API_VERSION, type RateClass } from '@atelier/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type CallerResolver, newCallerResolver, type Owner } from '#access/identity'
import { peekSlot, slotHeaders, takeSlot } from '#access/limits'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { IncompleteRequest } from '#platform/refusal'
import { answerClientError } from './answer-client-error.ts'
import { answerError } from './answer-error.ts'
import { authenticate } from './authenticate.ts'
import { authenticateSession } from './authenticate-session.ts'
import { limitConnections } from './limit-connections.ts'
import { type FormReceiver, newFormReceiver } from './receive-form.ts'
import { type LinesReceiver, newLinesReceiver } from './receive-lines.ts'
import {
  checkUrl,
  endpointNotFound,
  hasForm,
  type ReceivedRequest,
  receiveRequest,
} from './receive-request.ts'
import type { Answer, Route } from './route.ts'

/** The address and the headers together: 2 KB and 8 KB. */
const HEAD_BYTES_MAX = 10_240
const HEADERS_MS = 5_000
/**
 * Node knows one limit for all requests. A JSON body has its own of 15 s, a form of 20 s and lines of 60 s,
 * which are answered in peace; this one is only there for what they do not see.
 */
const REQUEST_MS = 61_000
/** Often, because all that are found late are ended in one go, and everybody else waits for it. */
const CHECK_CONNECTIONS_MS = 200
/** Somebody who still sends so long after the answer does not read it. */
const UNREAD_MS = 5_000
const IDLE_MS = 65_000
/** Nothing moves, in neither direction, for longer than any handler takes: a client that does not read. */
const INACTIVE_MS = 30_000
/** Of one process. They need as many file descriptors, and a few hundred more are in use. */
const CONNECTIONS_MAX = 2_000

/**
 * The HTTP side of the house: every route goes through the same door, in the same order. Tests call `inject`
 * on it.
 */
export function openHttp(app: App, routes: Route[]): FastifyInstance {
  const http = openServer(app)
  const pipeline: Pipeline = {
    app,
    resolveCaller: newCallerResolver(app.db),
    receiveForm: newFormReceiver(app.config.tempDir),
    receiveLines: newLinesReceiver(),
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

/** A server without routes, on which nothing is answered in another shape than ours. */
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
      // We never look at Host; without this Node would answer in its own words.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // What comes while we close is answered as well; Fastify would send its own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) =>
      void send(reply, errorAnswer(app, endpointNotFound(), request), request),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket as Socket, responses.get(socket as Socket), app.log),
  })
  // Fastify would read bodies before the key is judged; to it, no method has one.
  for (const method of http.supportedMethods)
    http.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  http.setNotFoundHandler((request, reply) => send(reply, errorAnswer(app, endpointNotFound(), request)))
  http.setErrorHandler((error, request, reply) => send(reply, errorAnswer(app, error, request)))
  http.addHook('onResponse', async ({ raw }) => closeIfUnread(raw))
  http.server.on('request', (request, response) => responses.set(request.socket, response))
  // An expectation that we do not know is no reason to refuse.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  limitConnections(http.server, CONNECTIONS_MAX)
  return http
}

function closeIfUnread(raw: FastifyRequest['raw']): void {
  if (!raw.complete) setTimeout(() => raw.complete || raw.socket.destroy(), UNREAD_MS).unref()
}

type Pipeline = {
  app: App
  resolveCaller: CallerResolver
  receiveForm: FormReceiver
  receiveLines: LinesReceiver
}

/** Whose minute a request counts in, and of which class. */
type RateLimited = { owner: Owner; rateClass: RateClass }

/** A replay of these is not counted, so their handlers count, inside the commit that takes them. */
const countedByHandler: ReadonlySet<RateClass> = new Set(['submits', 'reports'])

/** Key and scope or session, then the limit, then the body, then the handler. */
async function handleRequest(
  { app, resolveCaller, ...receivers }: Pipeline,
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let rateLimited: RateLimited | undefined
  let headers: Record<string, string> = {}
  let received: ReceivedRequest | undefined
  try {
    checkUrl(request)
    const caller =
      endpoint.auth === 'key' ? await authenticate(resolveCaller, request.headers, endpoint.scope) : undefined
    const session =
      endpoint.auth === 'session' ? await authenticateSession(app, endpoint, request) : undefined
    const owner = (caller ?? session)?.owner
    const rateClass = (hasForm(request) && endpoint.formLimit) || endpoint.limit
    if (owner && rateClass) rateLimited = { owner, rateClass }
    if (rateLimited && !countedByHandler.has(rateLimited.rateClass)) {
      headers = slotHeaders(
        await takeSlot(
          app.db,
          rateLimited.owner,
          rateLimited.rateClass,
          app.config.rateLimits[rateLimited.rateClass],
        ),
      )
    }
    received = await receiveRequest(request, reply, endpoint, receivers)
    const answer = await handle({ ...received, app, caller, session })
    return await send(reply, { ...answer, headers: { ...headers, ...answer.headers } }, request)
  } catch (error) {
    const answer = errorAnswer(app, error, request)
    const hasRateHeaders = 'x-ratelimit-limit' in { ...headers, ...answer.headers }
    if (rateLimited && !hasRateHeaders && !(error instanceof IncompleteRequest))
      headers = await peekHeaders(app, rateLimited)
    return send(reply, { ...answer, headers: { ...headers, ...answer.headers } }, request)
  } finally {
    await received?.discard()
  }
}

/** Every answer of a limited route tells where the caller stands; when the database is away it cannot. */
const peekHeaders = (app: App, { owner, rateClass }: RateLimited): Promise<Record<string, string>> =>
  peekSlot(app.db, owner, rateClass, app.config.rateLimits[rateClass]).then(slotHeaders, () => ({}))

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
