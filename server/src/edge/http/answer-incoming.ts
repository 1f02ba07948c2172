import { type Endpoint, JSON_BODY_KEYS, type RateClass } from '@atelier/contract'
import { asActor } from '#access/audit'
import type { newTestAccounts } from '#access/credits'
import type { Caller, LiveSession } from '#access/identity'
import { type Counted, heavyHeaders, type OuterLimits, peekSlot, slotHeaders, takeSlot } from '#access/limits'
import { type Facts, noteCall } from '#edge/requests'
import type { App } from '#platform/app'
import { IncompleteRequest } from '#platform/refusal'
import { answerError } from './answer-error.ts'
import { requireScope } from './authenticate.ts'
import { actorOf } from './authenticate-session.ts'
import { checkJson } from './parse-json.ts'
import { checkQuery, noBody, noForm, PARAM_CHARACTERS, type ReceivedRequest } from './receive-request.ts'
import { endpointNotFound, isStorable } from './refuse-request.ts'
import type { Answer, InnerRequest, Route } from './route.ts'

export type Pipeline = {
  app: App
  outerLimits: OuterLimits
  openTestAccount: ReturnType<typeof newTestAccounts>
  /** Every route by its endpoint, for calls inside this process. */
  routes: ReadonlyMap<Endpoint, Route>
}

/** A request, from the socket or from another handler. */
type Incoming = {
  requestId: string
  /** Of the request from outside. */
  facts: Facts
  isForm: boolean
  /** Who calls; refuses who may not. */
  admit(): Promise<{ caller: Caller | undefined; session: LiveSession | undefined }>
  receive(userId: string): Promise<ReceivedRequest>
}

type Headers = Record<string, string>

/** The caller and the class that a request counts for. */
type RateLimited = { counted: Counted; rateClass: RateClass; db: App['db'] }

/** A replay of these is not counted, so their handlers take the slot, in the transaction of the write. */
const countedByHandler: ReadonlySet<RateClass> = new Set(['submits', 'reports'])

/** Who calls, then the limit, then the body, then the handler. Whatever is refused is an answer, too. */
export async function answerIncoming(
  pipeline: Pipeline,
  { endpoint, handle }: Route,
  { requestId, facts, isForm, admit, receive }: Incoming,
): Promise<Answer> {
  const { app, outerLimits, openTestAccount } = pipeline
  let rateLimited: RateLimited | undefined
  let headers: Headers = {}
  let received: ReceivedRequest | undefined
  let userId: string | undefined
  try {
    const { caller, session } = await admit()
    const owner = caller?.owner
    const rateClass = (isForm && endpoint.formLimit) || endpoint.limit
    // A handler has no other database than that of its owner. The limit uses it, too: what waits for its row
    // takes no more connections than the share of its user.
    const own = owner ? { ...app, db: app.db.forOwner(owner.userId) } : app
    if (caller && (rateClass === 'looks' || rateClass === 'mcp'))
      headers = slotHeaders(outerLimits.takeUnwritten(caller, rateClass))
    else if (caller && rateClass) rateLimited = { counted: caller, rateClass, db: own.db }
    if (caller && rateClass && countedByHandler.has(rateClass)) {
      outerLimits.takeReplay(caller, rateClass, isForm)
    } else if (rateLimited) headers = await countRequest(app.config, rateLimited, endpoint.heavy)
    userId = owner?.userId
    if (owner && session?.owner.mode === 'test')
      await openTestAccount(asActor(own.db, actorOf(session)), owner.userId)
    received = await receive(userId ?? '')
    const callInside = newInnerCaller(pipeline, { requestId, facts }, caller, received)
    const answer = await handle({ ...received, app: own, caller, session, callInside })
    noteCall(facts, userId, received.params, answer)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } catch (error) {
    const answer = answerError(error, requestId, app.log)
    noteCall(facts, userId, received?.params ?? {}, answer)
    const hasRateHeaders = 'x-ratelimit-limit' in { ...headers, ...answer.headers }
    if (rateLimited && !hasRateHeaders && !(error instanceof IncompleteRequest))
      headers = await peekHeaders(app.config, rateLimited)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } finally {
    await received?.discard()
  }
}

/** Calls other endpoints for the caller of a request, with its id. The key is not looked up again. */
const newInnerCaller =
  (
    pipeline: Pipeline,
    { requestId, facts }: Pick<Incoming, 'requestId' | 'facts'>,
    caller: Caller | undefined,
    outer: ReceivedRequest,
  ) =>
  async (endpoint: Endpoint, request: InnerRequest): Promise<Answer> => {
    const route = pipeline.routes.get(endpoint)
    if (!route || !caller || endpoint.auth !== 'key')
      throw new Error(`${endpoint.path} is not for this caller`)
    const answer = await answerIncoming(pipeline, route, {
      requestId,
      facts,
      isForm: request.form !== undefined,
      admit: async () => {
        requireScope(caller, endpoint.scope)
        return { caller, session: undefined }
      },
      receive: async () => receiveInner(outer, endpoint, request),
    })
    pipeline.app.metrics.countInnerCall(endpoint.path, endpoint.method, answer.status)
    if (answer.status >= 400) facts.inside = (answer.body as { code?: string } | undefined)?.code ?? 'none'
    return answer
  }

/** The same checks as for a request from outside, and the same connection, file turns and address. */
function receiveInner(
  outer: ReceivedRequest,
  { method, repeats, body: takesBody, bodyKeys = JSON_BODY_KEYS, form: takesForm }: Endpoint,
  { params = {}, query = {}, body = {}, form }: InnerRequest,
): ReceivedRequest {
  const isPath = (text: string) => isStorable(text) && text.length <= PARAM_CHARACTERS
  if (!Object.values(params).every(isPath)) throw endpointNotFound()
  return {
    ...outer,
    method,
    params,
    query: checkQuery(query, repeats),
    headers: {},
    isForm: form !== undefined,
    body: takesBody ? () => checkJson(body, bodyKeys) : noBody,
    form: async () => (takesForm && form ? { ...form, fields: checkQuery(form.fields) } : noForm()),
    discard: async () => form?.discard(),
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
