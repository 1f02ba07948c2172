import { hash } from 'node:crypto'
import type { Call } from '../http/call.ts'
import { isRecord } from '../http/is-record.ts'

/** A request as a checker sees it. Keys are replaced by fingerprints, long texts by their length. */
export interface LoggedRequest {
  number: number
  at: number
  method: string
  path: string
  query: Record<string, string>
  /** The kind of its route; `null` when there is none. */
  route: string | null
  /** `null` when no status was sent. */
  status: number | null
  fault: string | null
  /** The tasks that this request bought. */
  taskIds: string[]
  headers: Record<string, string>
  body: unknown
}

const SECRET = /^(authorization|cookie|proxy-authorization|x-api-key|x-fal-key)$/
const TEXT_CHARACTERS_MAX = 2000
const DEPTH_MAX = 12

export function logCall(call: Call): LoggedRequest {
  return {
    number: call.number,
    at: call.at,
    method: call.method,
    path: call.path,
    query: Object.fromEntries(call.query),
    route: null,
    status: null,
    fault: null,
    taskIds: [],
    headers: Object.fromEntries(
      Object.entries(call.headers).map(([name, value]) => [
        name,
        SECRET.test(name) ? redact(String(value)) : String(value),
      ]),
    ),
    body: summarize(call),
  }
}

/** `Key abc` becomes `Key sha256:ba7816bf`: equal keys look equal, and none can be read. */
function redact(value: string): string {
  const space = value.indexOf(' ')
  const [scheme, secret] = space < 0 ? ['', value] : [value.slice(0, space + 1), value.slice(space + 1)]
  return `${scheme}sha256:${hash('sha256', secret).slice(0, 8)}`
}

function summarize({ body, form, bytes }: Call): unknown {
  if (body !== undefined) return shorten(body)
  if (form) {
    const files = form.files.map(({ field, name, type, bytes: file }) => ({
      field,
      name,
      type,
      ...weigh(file),
    }))
    return { fields: shorten(form.fields), files }
  }
  return bytes.length === 0 ? null : weigh(bytes)
}

const weigh = (bytes: Buffer) => ({ sizeBytes: bytes.length, sha256: hash('sha256', bytes) })

function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string' && value.length > TEXT_CHARACTERS_MAX)
    return `${value.slice(0, 60)}... (${value.length} characters, sha256 ${hash('sha256', value)})`
  if (depth > DEPTH_MAX) return null
  if (Array.isArray(value)) return value.map((item) => shorten(item, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item, depth + 1)]))
}
