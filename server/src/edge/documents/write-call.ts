import { type Endpoint, type EndpointName, examples } from '@atelier/contract'

/** The example of an endpoint as a curl command. The reader sets `$BASE` and `$KEY` once. */
export function writeCall(name: EndpointName, endpoint: Endpoint, kind: 'json' | 'form' = 'json'): string {
  const { params = {}, query, body, form } = examples[name]
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field) => params[field] ?? '')
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const method = endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `
  const lines = [`curl ${method}"$BASE${path}${search}"`]
  if (endpoint.auth === 'key') lines.push('-H "x-api-key: $KEY"')
  if (endpoint.auth === 'session') lines.push('-b "__Host-sid=$SESSION"')
  if (endpoint.auth !== 'key' && endpoint.method !== 'GET') lines.push('-H "origin: $BASE"')
  if (kind === 'form') {
    for (const [field, value] of Object.entries(form ?? {})) lines.push(`-F ${field}="${value}"`)
    lines.push('-F file=@picture.jpg')
  } else if (endpoint.lines) {
    lines.push(`-H "content-type: ${endpoint.lines[0]}"`, '--data-binary @lines')
  } else if (endpoint.body) {
    lines.push(
      '-H "content-type: application/json"',
      `-d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`,
    )
  }
  return lines.join(' \\\n  ')
}
