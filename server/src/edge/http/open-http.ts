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
import { type FormReceiver, openForms } from './receive-form.ts'
import { type LinesReceiver, openLines } from './receive-lines.ts'
import { absent, hasForm, judgeAddress, type Read, readRequest } from './receive-request.ts'
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
const REAP_EVERY_MS = 200
/** Somebody who still sends so long after the answer does not read it. */
const LINGER_MS = 5_000
const IDLE_MS = 65_000
/** Nothing moves, in neither direction, for longer than any handler takes: a client that does not read. */
const STALLED_MS = 30_000
/** Of one process. They need as many file descriptors, and a few hundred more are in use. */
const CONNECTIONS_MAX = 2_000

/**
 * The HTTP side of the house: every route goes through the same door, in the same order. Tests call `inject`
 * on it.
 */
export function openHttp(app: App, routes: Route[]): FastifyInstance {
  const http = openServer(app)
  const door: Door = {
    app,
    resolveCaller: newCallerResolver(app.db),
    receiveForm: openForms(app.config.tempDir),
    receiveLines: openLines(),
  }
  for (const route of routes) {
    http.route({
      method: route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : route.endpoint.method,
      exposeHeadRoute: false,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => pass(door, route, request, reply),
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
    connectionTimeout: STALLED_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: REAP_EVERY_MS,
      maxHeaderSize: HEAD_BYTES_MAX,
      // We never look at Host; without this Node would answer in its own words.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // What comes while we close is answered as well; Fastify would send its own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => void answer(reply, refused(app, absent(), request), request),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket as Socket, responses.get(socket as Socket), app.log),
  })
  // Fastify would read bodies before the key is judged; to it, no method has one.
  for (const method of http.supportedMethods)
    http.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  http.setNotFoundHandler((request, reply) => answer(reply, refused(app, absent(), request)))
  http.setErrorHandler((error, request, reply) => answer(reply, refused(app, error, request)))
  http.addHook('onResponse', async ({ raw }) => dropLater(raw))
  http.server.on('request', (request, response) => responses.set(request.socket, response))
  // An expectation that we do not know is no reason to refuse.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  limitConnections(http.server, CONNECTIONS_MAX)
  return http
}

function dropLater(raw: FastifyRequest['raw']): void {
  if (!raw.complete) setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS).unref()
}

type Door = {
  app: App
  resolveCaller: CallerResolver
  receiveForm: FormReceiver
  receiveLines: LinesReceiver
}

/** Whose minute a request counts in, and of which class. */
type Limited = { owner: Owner; of: RateClass }

/** A replay of these is not counted, so their handlers count, inside the commit that takes them. */
const countsItself: ReadonlySet<RateClass> = new Set(['submits', 'reports'])

/** Key and scope or session, then the limit, then the body, then the handler. */
async function pass(
  { app, resolveCaller, ...receivers }: Door,
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let limited: Limited | undefined
  let headers: Record<string, string> = {}
  let read: Read | undefined
  try {
    judgeAddress(request)
    const caller =
      endpoint.auth === 'key' ? await authenticate(resolveCaller, request.headers, endpoint.scope) : undefined
    const session =
      endpoint.auth === 'session' ? await authenticateSession(app, endpoint, request) : undefined
    const owner = (caller ?? session)?.owner
    const of = (hasForm(request) && endpoint.formLimit) || endpoint.limit
    if (owner && of) limited = { owner, of }
    if (limited && !countsItself.has(limited.of)) {
      headers = slotHeaders(
        await takeSlot(app.db, limited.owner, limited.of, app.config.rateLimits[limited.of]),
      )
    }
    read = await readRequest(request, reply, endpoint, receivers)
    const told = await handle({ ...read, app, caller, session })
    return await answer(reply, { ...told, headers: { ...headers, ...told.headers } }, request)
  } catch (error) {
    const told = refused(app, error, request)
    const isTold = 'x-ratelimit-limit' in { ...headers, ...told.headers }
    if (limited && !isTold && !(error instanceof IncompleteRequest)) headers = await peekHeaders(app, limited)
    return answer(reply, { ...told, headers: { ...headers, ...told.headers } }, request)
  } finally {
    await read?.discard()
  }
}

/** Every answer of a limited route tells where the caller stands; when the database is away it cannot. */
const peekHeaders = (app: App, { owner, of }: Limited): Promise<Record<string, string>> =>
  peekSlot(app.db, owner, of, app.config.rateLimits[of]).then(slotHeaders, () => ({}))

const refused = (app: App, error: unknown, request: FastifyRequest): Answer =>
  answerError(error, request.id, app.log)

async function answer(reply: FastifyReply, told: Answer, request = reply.request): Promise<FastifyReply> {
  reply.code(told.status).headers({
    'x-api-version': API_VERSION,
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...told.headers,
  })
  if (told.stream) return reply.send(told.stream)
  if (told.body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(told.body))
}
