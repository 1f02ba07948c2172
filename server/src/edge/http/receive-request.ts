import type { Endpoint } from '@atelier/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectBody, contentTypeOf } from './collect-body.ts'
import type { FileTurns } from './new-file-turns.ts'
import { parseEncoded } from './parse-query.ts'
import { type Form, type FormReceiver, isMultipart } from './receive-form.ts'
import { receiveJson } from './receive-json.ts'
import type { Lines, LinesReceiver } from './receive-lines.ts'
import { badField, endpointNotFound, isStorable, unstorable } from './refuse-request.ts'
import type { Call } from './route.ts'

/** A search of 500 characters takes up to 6,000 in a URL, when each is encoded as four bytes. */
const URL_CHARACTERS_MAX = 8_192

/** Of one parameter in a path. */
export const PARAM_CHARACTERS = 200

/** Bytes that take longer to arrive are refused. */
const BYTES_MS = 10_000

/** An urlencoded body is a few addresses and secrets. */
const ENCODED_LIMIT = { bytesMax: 16_384, ms: BYTES_MS }
const ENCODED_TYPE = 'application/x-www-form-urlencoded'

/** If one of these is sent twice, we and a proxy might each use a different one. */
const SINGLE_HEADERS = ['authorization', 'x-api-key', 'content-type', 'content-encoding']

/** Checks the URL and the headers before authentication. */
export function checkUrl(request: FastifyRequest): void {
  if (request.url.length > URL_CHARACTERS_MAX)
    throw badField('url', `The URL must be at most ${URL_CHARACTERS_MAX} characters.`)
  if (!Object.values(request.params as Record<string, string>).every(isStorable)) throw endpointNotFound()
  for (const name of SINGLE_HEADERS) {
    if ((request.raw.headersDistinct[name]?.length ?? 0) > 1)
      throw badField(name, `Send the header ${name} once.`)
  }
}

export const hasForm = (request: FastifyRequest): boolean => isMultipart(request.headers['content-type'])

export type Receivers = { receiveForm: FormReceiver; receiveLines: LinesReceiver; fileTurns: FileTurns }

export type ReceivedRequest = Omit<Call, 'app' | 'caller' | 'session' | 'callInside'> & {
  discard(): Promise<void>
}

/**
 * The request as its handler gets it. A JSON body is read here, after the key and the limit were checked; a
 * form or lines only when the handler calls for them.
 */
export async function receiveRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { receiveForm, receiveLines, fileTurns, userId }: Receivers & { userId: string },
): Promise<ReceivedRequest> {
  const query = checkQuery(request.query as Query, endpoint.repeats)
  const closeConnection = () => void reply.header('connection', 'close')
  const body = endpoint.body ? await receiveJson(request.raw, endpoint, closeConnection) : noBody
  const controller = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || controller.abort())
  let form: Promise<Form> | undefined
  let lines: Promise<Lines> | undefined
  return {
    method: request.method as Call['method'],
    params: request.params as Record<string, string>,
    query,
    headers: request.headers,
    address: request.ip ?? '',
    openFile: (work) => fileTurns.open(request.ip ?? '', controller.signal, work),
    takeFileTurn: () => fileTurns.take(request.ip ?? '', reply.raw),
    signal: controller.signal,
    body,
    readBytes: (bytesMax) => collectBody(request.raw, { bytesMax, ms: BYTES_MS }, closeConnection),
    isForm: hasForm(request),
    form: () => (form ??= endpoint.form ? receiveForm(request.raw, userId, closeConnection) : noForm()),
    encoded: async () => {
      requireEncoded(request.raw)
      return parseEncoded(await collectBody(request.raw, ENCODED_LIMIT, closeConnection))
    },
    lines: () => (lines ??= receiveLines(request.raw, endpoint.lines ?? [], closeConnection)),
    discard: async () => {
      for (const taken of [form, lines]) await (await taken?.catch(() => undefined))?.discard()
    },
  }
}

type Query = Record<string, string | string[]>

/**
 * Each parameter once, with text that Postgres can store. One that the endpoint lists may be repeated: it is
 * then a list, which only its schema reads. Unknown parameters are ignored later.
 */
export function checkQuery(query: Query, repeats: readonly string[] = []): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' && !repeats.includes(name))
      throw badField(name, `${name} was sent more than once.`)
    if (![value].flat().every(isStorable)) throw unstorable(name)
  }
  return query as Record<string, string>
}

function requireEncoded(request: FastifyRequest['raw']): void {
  const type = contentTypeOf(request, ENCODED_TYPE).split(';')[0]?.trim().toLowerCase()
  if (type !== ENCODED_TYPE) throw badField('content-type', `Send the body as ${ENCODED_TYPE}.`)
}

export const noBody = () => {
  throw badField('body', 'This endpoint takes no body.')
}

export const noForm = async () => {
  throw badField('content-type', 'This endpoint takes no form.')
}
