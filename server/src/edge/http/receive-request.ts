import type { Endpoint } from '@atelier/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/refusal'
import { isStorable } from './is-storable.ts'
import { type Form, type FormReceiver, isMultipart } from './receive-form.ts'
import { receiveJson } from './receive-json.ts'
import type { Lines, LinesReceiver } from './receive-lines.ts'
import { badField, unstorable } from './refuse-request.ts'
import type { Call } from './route.ts'

/** A question of 500 characters takes 6,000 in an address, when each is one that few alphabets have. */
const URL_CHARACTERS_MAX = 8_192

/** Of these two, one would be believed and the other seen by somebody else on the way. */
const SINGLE_HEADERS = ['authorization', 'x-api-key', 'content-type', 'content-encoding']

/** What is judged by the address alone, before anybody is asked who they are. */
export function checkUrl(request: FastifyRequest): void {
  if (request.url.length > URL_CHARACTERS_MAX)
    throw badField('url', `The URL must be at most ${URL_CHARACTERS_MAX} characters.`)
  if (!Object.values(request.params as Record<string, string>).every(isStorable)) throw endpointNotFound()
  for (const name of SINGLE_HEADERS) {
    if ((request.raw.headersDistinct[name]?.length ?? 0) > 1)
      throw badField(name, `Send the header ${name} once.`)
  }
}

export const endpointNotFound = () => new Refusal('not_found', 'This endpoint does not exist.')

export const hasForm = (request: FastifyRequest): boolean => isMultipart(request.headers['content-type'])

export type ReceivedRequest = Omit<Call, 'app' | 'caller' | 'session'> & { discard(): Promise<void> }

/**
 * The request as its handler is given it. A JSON body is read here, because the key and the limit are behind
 * us; a form or lines only when the handler asks.
 */
export async function receiveRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { receiveForm, receiveLines }: { receiveForm: FormReceiver; receiveLines: LinesReceiver },
): Promise<ReceivedRequest> {
  const query = checkQuery(request.query as Record<string, string | string[]>)
  const closeConnection = () => void reply.header('connection', 'close')
  const body = endpoint.body ? await receiveJson(request.raw, endpoint, closeConnection) : noBody
  let form: Promise<Form> | undefined
  let lines: Promise<Lines> | undefined
  return {
    method: request.method as Call['method'],
    params: request.params as Record<string, string>,
    query,
    headers: request.headers,
    address: request.ip ?? '',
    body,
    isForm: hasForm(request),
    form: () => (form ??= endpoint.form ? receiveForm(request.raw, closeConnection) : noForm()),
    lines: () => (lines ??= receiveLines(request.raw, endpoint.lines ?? [], closeConnection)),
    discard: async () => {
      for (const taken of [form, lines]) await (await taken?.catch(() => undefined))?.discard()
    },
  }
}

/** Once each, and of text that can be kept; what is not known is ignored later. */
function checkQuery(query: Record<string, string | string[]>): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw badField(name, `${name} was sent more than once.`)
    if (!isStorable(value)) throw unstorable(name)
  }
  return query as Record<string, string>
}

const noBody = () => {
  throw badField('body', 'This endpoint takes no body.')
}

const noForm = async () => {
  throw badField('content-type', 'This endpoint takes no form.')
}
