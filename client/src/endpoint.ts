/** What a call needs to know about its endpoint. The generated file has one for each endpoint. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** The endpoint takes an API key. */
  isKeyed?: true
  /** It can charge credits. */
  isCharged?: true
  /** It changes nothing, though it is a POST. */
  isRead?: true
  /** The field by which the service recognizes a repeated request. */
  repeatKey?: 'clientRef' | 'idempotencyKey'
  /** The fields that go into the query, though the request has a body. */
  inQuery?: readonly string[]
  /** The parameters of the query that a list is sent in, once for each item. */
  repeats?: readonly string[]
  /** Its body is `text` with the type `contentType`. */
  isText?: true
  /** It answers a file or a text, which is passed on as a Response. */
  isFile?: true
}

/** The fields of a request: of its path, its query and its body. Their names do not collide. */
export type Input = Readonly<Record<string, unknown>>

/** A second execution of the same request does no harm. */
export const isRepeatable = ({ method, isRead, repeatKey }: Endpoint, input: Input): boolean =>
  method === 'GET' || isRead === true || (repeatKey !== undefined && typeof input[repeatKey] === 'string')
