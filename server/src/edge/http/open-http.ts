import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newTestAccounts } from '#access/credits'
import { type CallerResolver, callerOfSession, newCallerResolver } from '#access/identity'
import { networkOf, newOuterLimits } from '#access/limits'
import { challengeOf, newBearerResolver } from '#access/oauth'
import { type Facts, noteArrival, noteCaller, type RequestWatch, watchRequests } from '#edge/requests'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { dropBody } from '#platform/turns'
import { answerClientError } from './answer-client-error.ts'
import { answerError } from './answer-error.ts'
import { answerIncoming, type Pipeline } from './answer-incoming.ts'
import { authenticate, requireScope } from './authenticate.ts'
import { newSessionAuthenticator, type SessionAuthenticator } from './authenticate-session.ts'
import { limitConnections } from './limit-connections.ts'
import { newFileTurns } from './new-file-turns.ts'
import { newFormReceiver } from './receive-form.ts'
import { newLinesReceiver } from './receive-lines.ts'
import { checkUrl, hasForm, PARAM_CHARACTERS, type Receivers, receiveRequest } from './receive-request.ts'
import { endpointNotFound } from './refuse-request.ts'
import type { Answer, Route } from './route.ts'
import { usualHeaders } from './usual-headers.ts'
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
  const { http, watch, send } = openServer(app)
  const resolveCaller = newCallerResolver(app.db)
  const entrance: Entrance = {
    app,
    send,
    watch,
    resolveCaller,
    resolveBearer: newBearerResolver(app.db, resolveCaller),
    authenticateSession: newSessionAuthenticator(app),
    outerLimits: newOuterLimits(app.config),
    openTestAccount: newTestAccounts(),
    routes: new Map(routes.map((route) => [route.endpoint, route])),
    receivers: {
      receiveForm: newFormReceiver(app.config.tempDir),
      receiveLines: newLinesReceiver(),
      fileTurns: newFileTurns(app.config.filesPerNetwork),
    },
  }
  for (const route of routes) {
    http.route({
      method: route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : route.endpoint.method,
      exposeHeadRoute: false,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => handleRequest(entrance, route, request, reply),
    })
  }
  return http
}

/** A server without routes that answers every error in our format. */
function openServer(app: App): { http: FastifyInstance; watch: RequestWatch; send: Sender } {
  let watch: RequestWatch
  const send = newSender(app, (reply, request, answer) => watch.answer(reply.raw, request, answer))
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
    routerOptions: { maxParamLength: PARAM_CHARACTERS },
    frameworkErrors: (_, request, reply) =>
      void send(reply, errorAnswer(app, endpointNotFound(), request), request),
    clientErrorHandler: (error, socket) =>
      answerClientError(app, error, socket as Socket, {
        response: responses.get(socket as Socket),
        watch,
      }),
  })
  watch = watchRequests(http.server, app)
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
  return { http, watch, send }
}

function closeIfUnread(raw: FastifyRequest['raw']): void {
  if (!raw.complete) setTimeout(() => raw.complete || raw.socket.destroy(), UNREAD_MS).unref()
}

type Entrance = Pipeline & {
  send: Sender
  watch: RequestWatch
  resolveCaller: CallerResolver
  /** For endpoints that take access tokens, too. */
  resolveBearer: CallerResolver
  authenticateSession: SessionAuthenticator
  receivers: Receivers
}

/** Where it comes from, then key and scope or session, then everything that a call inside passes as well. */
async function handleRequest(
  entrance: Entrance,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { app, watch, receivers, send } = entrance
  const { endpoint, guard } = route
  const facts = watch.of(reply.raw)
  noteArrival(facts, endpoint, networkOf(request.ip ?? ''))
  const turnedAway = guard?.(app, request.headers)
  const answer =
    turnedAway ??
    (await answerIncoming(entrance, route, {
      requestId: request.id,
      facts,
      isForm: hasForm(request),
      admit: () => admit(entrance, route, request, facts),
      receive: (userId) => receiveRequest(request, reply, endpoint, { ...receivers, userId }),
    }))
  if (answer.status >= 400) dropBody(request.raw)
  return send(reply, answer, request)
}

/** Who calls, by the key or the session that the endpoint requires. Who is refused is noted, too. */
async function admit(
  { app, resolveCaller, resolveBearer, authenticateSession, outerLimits }: Entrance,
  { endpoint, identify }: Route,
  request: FastifyRequest,
  facts: Facts,
) {
  checkUrl(request)
  if (identify)
    return { caller: await identify(app, request.params as Record<string, string>), session: undefined }
  const lookUps = outerLimits.guardLookUps(request.ip ?? '')
  const session =
    endpoint.auth === 'session' ? await authenticateSession(endpoint, request, lookUps) : undefined
  if (session) noteCaller(facts, callerOfSession(session))
  if (endpoint.admin && session?.user.role !== 'admin') throw endpointNotFound()
  if (endpoint.auth !== 'key') return { caller: session && callerOfSession(session), session }
  const resolve = endpoint.tokens ? resolveBearer : resolveCaller
  const { headers } = request
  const caller = await authenticate(resolve, headers, endpoint, lookUps).catch((error) => {
    throw endpoint.tokens && isUnauthorized(error) ? addChallenge(error, app, headers) : error
  })
  noteCaller(facts, caller)
  requireScope(caller, endpoint.scope)
  return { caller, session }
}

const isUnauthorized = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'unauthorized'

/** Says how a token is asked for. */
function addChallenge(
  error: Refusal,
  { config }: App,
  { authorization }: FastifyRequest['headers'],
): Refusal {
  const challenge = challengeOf(config.publicUrl, authorization !== undefined)
  return new Refusal(error.code, error.message, error.extra, { ...error.headers, ...challenge })
}

const errorAnswer = (app: App, error: unknown, request: FastifyRequest): Answer =>
  answerError(error, request.id, app.log)

type Sender = (reply: FastifyReply, answer: Answer, request?: FastifyRequest) => Promise<FastifyReply>

function newSender(
  { config }: App,
  tell: (reply: FastifyReply, request: FastifyRequest, answer: Answer) => void,
): Sender {
  const usual = usualHeaders(config)
  return async (reply, answer, request = reply.request) => {
    tell(reply, request, answer)
    reply.code(answer.status).headers({ ...usual, 'x-request-id': request.id, ...answer.headers })
    if (answer.stream) return reply.send(answer.stream)
    if (answer.text !== undefined) return reply.send(answer.text)
    if (answer.body === undefined) return reply.send()
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
  }
}
