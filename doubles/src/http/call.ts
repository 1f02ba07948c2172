import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request whose body was read to its end. */
export interface Call {
  /** Counts the requests, from 1. */
  number: number
  at: number
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The named parts of the path of the route. */
  params: Record<string, string>
  bytes: Buffer
  /** The parsed JSON; `undefined` when it is none. */
  body: unknown
  /** The fields and files of a multipart body. */
  form: Form | undefined
  /** The address that the caller used, without a slash at the end. */
  baseUrl: string
}

export interface Form {
  fields: [name: string, value: string][]
  files: { field: string; name: string; type: string; bytes: Buffer }[]
}

const BODY_BYTES_MAX = 256 << 20

export async function readCall(req: IncomingMessage, fallbackUrl: string): Promise<Call> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of req) {
    sizeBytes += chunk.length
    if (sizeBytes <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const [path = '', query = ''] = splitOnce(req.url ?? '', '?')
  return {
    number: 0,
    at: 0,
    method: req.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: req.headers,
    params: {},
    bytes,
    body: parseJson(bytes),
    form: await parseForm(bytes, req.headers['content-type'] ?? ''),
    baseUrl: readBaseUrl(req.headers.host, fallbackUrl),
  }
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function parseJson(bytes: Buffer): unknown {
  // Uploads are large and never JSON; their first byte says so without a copy.
  if (![0x7b, 0x5b, 0x20, 0x0a, 0x22].includes(bytes[0] ?? 0)) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

async function parseForm(bytes: Buffer, contentType: string): Promise<Form | undefined> {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  try {
    const headers = { 'content-type': contentType }
    const data = await new Response(new Uint8Array(bytes), { headers }).formData()
    const form: Form = { fields: [], files: [] }
    for (const [name, value] of data) {
      if (typeof value === 'string') form.fields.push([name, value])
      else {
        const file = Buffer.from(await value.arrayBuffer())
        form.files.push({ field: name, name: value.name, type: value.type, bytes: file })
      }
    }
    return form
  } catch {
    return undefined
  }
}

function readBaseUrl(host: string | undefined, fallbackUrl: string): string {
  return host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host) ? `http://${host}` : fallbackUrl
}
