import { type Fault, numberOf, textOf } from '../faults/fault.ts'
import type { Call } from '../http/call.ts'
import { isRecord } from '../http/is-record.ts'
import { proxyPage, type Reply } from '../http/reply.ts'
import type { Protocol, Trouble } from './provider.ts'

/** An address that no adapter may follow a redirect to: the metadata service of clouds. */
const PRIVATE_ADDRESS = `http://${[169, 254, 169, 254].join('.')}/latest/meta-data/`

/** True when the request is not handled at all: nothing is bought. */
export function strikesBefore({ fault, with: { when } }: Fault): boolean {
  if (['reset', 'html', 'status', 'replace', 'redirect'].includes(fault)) return when !== 'after'
  if (fault === 'slow_headers') return when === 'before'
  return ['rate_limited', 'unauthorized', 'out_of_credit'].includes(fault)
}

/** True when the caller of a handled request does not learn what became of it. */
export function hidesReply({ fault }: Fault): boolean {
  const hiding = ['reset', 'lost_reply', 'truncate', 'malformed_json', 'html', 'status', 'replace', 'endless']
  return [...hiding, 'redirect', 'drop_fields'].includes(fault)
}

/** The reply that the fault makes of the real one; `undefined` when the connection just ends. */
export function alterReply(fault: Fault, reply: Reply | undefined, call: Call, protocol: Protocol) {
  const base = reply ?? proxyPage(502)
  switch (fault.fault) {
    case 'reset':
    case 'lost_reply':
      return undefined
    case 'html':
      return proxyPage(numberOf(fault, 'status', 502))
    case 'status':
      return statusReply(fault, call, protocol)
    case 'rate_limited':
      return protocol.refuse(withRetryAfter(429, fault), call)
    case 'unauthorized':
      return protocol.refuse({ status: 401 }, call)
    case 'out_of_credit':
      return protocol.refuse({ status: 402 }, call)
    case 'malformed_json':
      return { ...base, body: Buffer.from(base.body.subarray(0, Math.floor(base.body.length / 2))) }
    case 'replace':
      return replace(fault)
    case 'drop_fields':
      return dropFields(fault, base)
    case 'wrong_type': {
      const type = textOf(fault, 'contentType', 'text/html')
      return { ...base, headers: { ...base.headers, 'content-type': type } }
    }
    case 'oversize':
      return { ...base, fillerBytes: Math.max(0, numberOf(fault, 'bytes', 1 << 30) - base.body.length) }
    case 'redirect': {
      const location = textOf(fault, 'location', PRIVATE_ADDRESS)
      return { status: numberOf(fault, 'status', 302), headers: { location }, body: Buffer.alloc(0) }
    }
    default:
      return base
  }
}

function statusReply(fault: Fault, call: Call, protocol: Protocol): Reply {
  const status = numberOf(fault, 'status', 500)
  const envelope = textOf(fault, 'envelope', 'provider')
  const trouble = withRetryAfter(status, fault)
  const reply = envelope === 'html' ? proxyPage(status) : protocol.refuse(trouble, call)
  const headers = { ...reply.headers, ...readHeaders(fault.with.headers) }
  // Some providers write their code into the body of an HTTP 200.
  return { ...reply, status: numberOf(fault, 'httpStatus', status), headers }
}

/** `{status, body, contentType}` as given; a text is sent as it is. */
function replace(fault: Fault): Reply {
  const { body = '' } = fault.with
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const headers = { 'content-type': textOf(fault, 'contentType', 'application/json') }
  return {
    status: numberOf(fault, 'status', 200),
    headers: { ...headers, ...readHeaders(fault.with.headers) },
    body: bytes,
  }
}

function dropFields(fault: Fault, base: Reply): Reply {
  const names = Array.isArray(fault.with.fields) ? fault.with.fields : []
  const value = JSON.parse(base.body.toString('utf8'))
  if (!isRecord(value)) return base
  const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
  return { ...base, body: Buffer.from(JSON.stringify(kept)) }
}

const readHeaders = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])) : {}

function withRetryAfter(status: number, fault: Fault): Trouble {
  const { retryAfterSeconds } = fault.with
  return typeof retryAfterSeconds === 'number' ? { status, retryAfterSeconds } : { status }
}
