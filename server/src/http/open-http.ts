import type { IncomingMessage } from 'node:http'
import { API_VERSION, type RateClass } from '@atelier/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Owner, openCallers } from '#accounts'
import type { App } from '#app'
import { newId } from '#ids'
import { peekSlot, slotHeaders, takeSlot } from '#limits'
import { Refusal } from '#refusal'
import { answerError } from './answer-error.ts'
import { authenticate } from './authenticate.ts'
import { type Body, receiveBody } from './receive-body.ts'
import type { Answer, Call, Route } from './route.ts'

const URL_BYTES_MAX = 4_096

/**
 * The HTTP side of the house: every route goes through the same door, in the same order. Tests call `inject`
 * on it.
 */
export function openHttp(app: App, routes: Route[]): FastifyInstance {
  const http = Fastify({
    logger: false,
    genReqId: () => newId('request'),
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => void answer(reply, refused(app, absent(), request)),
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) =>
    receiveBody(payload, request.headers['content-type']),
  )
  http.setNotFoundHandler((request, reply) => answer(reply, refused(app, absent(), request)))
  http.setErrorHandler((error, request, reply) => answer(reply, refused(app, error, request)))
  const findCaller = openCallers(app.db)
  for (const route of routes) {
    http.route({
      method: route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : route.endpoint.method,
      exposeHeadRoute: false,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => pass(app, route, findCaller, request, reply),
    })
  }
  return http
}

/** Whose minute a request counts in, and of which class. */
type Limited = { owner: Owner; of: RateClass }

/**
 * Key and scope, then the limit, then the handler. Submits count themselves, inside the commit that charges.
 */
async function pass(
  app: App,
  { endpoint, handle }: Route,
  findCaller: ReturnType<typeof openCallers>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let limited: Limited | undefined
  let headers: Record<string, string> = {}
  try {
    if (request.url.length > URL_BYTES_MAX) throw absent()
    const caller =
      endpoint.auth === 'key' ? await authenticate(findCaller, request.headers, endpoint.scope) : undefined
    if (caller && endpoint.limit) limited = { owner: caller.owner, of: endpoint.limit }
    if (limited && limited.of !== 'submits') {
      headers = slotHeaders(
        await takeSlot(app.db, limited.owner, limited.of, app.config.rateLimits[limited.of]),
      )
    }
    const told = await handle({ ...read(request), app, caller })
    return await answer(reply, { ...told, headers: { ...headers, ...told.headers } }, request)
  } catch (error) {
    const told = refused(app, error, request)
    const isTold = 'x-ratelimit-limit' in { ...headers, ...told.headers }
    if (limited && !isTold) headers = await peekHeaders(app, limited)
    return answer(reply, { ...told, headers: { ...headers, ...told.headers } }, request)
  }
}

/** Every answer of a limited route tells where the caller stands; when the database is away it cannot. */
const peekHeaders = (app: App, { owner, of }: Limited): Promise<Record<string, string>> =>
  peekSlot(app.db, owner, of, app.config.rateLimits[of]).then(slotHeaders, () => ({}))

function read(request: FastifyRequest): Omit<Call, 'app' | 'caller'> {
  const body = request.body as Body | undefined
  return {
    method: request.method as Call['method'],
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | undefined>,
    headers: request.headers,
    body: () => {
      if (!body) throw new Refusal('invalid_request', 'Send a JSON body.', { field: 'body' })
      return body()
    },
  }
}

const refused = (app: App, error: unknown, request: FastifyRequest): Answer =>
  answerError(error, request.id, app.log)

const absent = () => new Refusal('not_found', 'There is nothing at this address.')

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
