import { type Endpoint, type EndpointName, type Example, examples } from '@atelier/contract'

const withParams = (path: string, params: Example['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, field) => params[field] ?? '')

const pathOf = (endpoint: Endpoint, { params, query }: Example): string =>
  `${withParams(endpoint.path, params)}${query ? `?${new URLSearchParams(query)}` : ''}`

const firstLines = ({ lines }: Example): [string, string] | undefined => Object.entries(lines ?? {})[0]

const encodedOf = ({ encoded }: Example): string =>
  new URLSearchParams(encoded as Record<string, string>).toString()

const indent = (text: string): string => text.replaceAll('\n', '\n  ')

/** In single quotes of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** For a terminal, where `ATELIER_URL` and `ATELIER_KEY` are set. */
export function writeCurl(name: EndpointName, endpoint: Endpoint): string {
  const example = examples[name]
  const method = endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `
  const lines = [`curl ${method}"$ATELIER_URL${pathOf(endpoint, example)}"`]
  const asLines = firstLines(example)
  if (endpoint.auth === 'key') lines.push('-H "x-api-key: $ATELIER_KEY"')
  if (endpoint.auth === 'session') lines.push('-H "cookie: __Host-sid=$SESSION"', '-H "origin: $ATELIER_URL"')
  if (endpoint.body)
    lines.push('-H "content-type: application/json"', `-d ${quote(indent(writeJson(example.body)))}`)
  else if (asLines) lines.push(`-H "content-type: ${asLines[0]}"`, `--data-binary ${quote(asLines[1])}`)
  else if (endpoint.encoded) lines.push(`-d ${quote(encodedOf(example))}`)
  else if (endpoint.form) {
    for (const [field, value] of Object.entries(example.form ?? {}))
      lines.push(`-F ${quote(`${field}=${value}`)}`)
    lines.push('-F file=@picture.png')
  }
  return lines.join(' \\\n  ')
}

const writeJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** A value as Python writes it. */
function writePython(value: unknown, depth = 0): string {
  const inner = '    '.repeat(depth + 1)
  const end = '    '.repeat(depth)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((one) => writePython(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${writePython(one, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const line = `${open}${parts.join(', ')}${close}`
  return line.length < 60 ? line : `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${end}${close}`
}

/** With the function `call` of the page about Python, which needs no package. */
export function writePythonCall(name: EndpointName, endpoint: Endpoint): string {
  const example = examples[name]
  const asLines = firstLines(example)
  const parts = [JSON.stringify(endpoint.method), JSON.stringify(pathOf(endpoint, example))]
  if (endpoint.body) parts.push(writePython(example.body))
  else if (asLines) parts.push(`text=${JSON.stringify(asLines[1])}`, `type=${JSON.stringify(asLines[0])}`)
  else if (endpoint.encoded)
    parts.push(`text=${JSON.stringify(encodedOf(example))}`, 'type="application/x-www-form-urlencoded"')
  else if (endpoint.form) parts.push(`form=${writePython(example.form ?? {})}`, 'file="picture.png"')
  return `answer = call(${parts.join(', ')})`
}

/** A value as TypeScript writes it: names without quotes. */
const writeScript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')

/** What the client takes: one object with the fields of the path, the query and the body. */
function inputOf(endpoint: Endpoint, example: Example): Record<string, unknown> {
  const { params, query = {}, body, form } = example
  const isForm = endpoint.form !== undefined && !endpoint.body
  const asText = endpoint.encoded
    ? (['application/x-www-form-urlencoded', encodedOf(example)] as const)
    : firstLines(example)
  const numbers = Object.entries(query).map(([key, value]) => [key, isCount(key) ? Number(value) : value])
  return {
    ...params,
    ...Object.fromEntries(numbers),
    ...(endpoint.body ? (body as object) : isForm ? (form as object | undefined) : {}),
    ...(asText && { contentType: asText[0], text: asText[1] }),
  }
}

/** Parameters of queries that the client takes as numbers. */
const isCount = (key: string): boolean => ['limit', 'after', 'active', 'target'].includes(key)

/** With the client of the page about TypeScript. */
export function writeScriptCall(name: EndpointName, endpoint: Endpoint): string {
  const input = inputOf(endpoint, examples[name])
  const isForm = endpoint.form !== undefined && !endpoint.body
  const hasInput = Object.keys(input).length > 0
  const forFile = isForm ? `import { openAsBlob } from 'node:fs'\n` : ''
  const imports = `${forFile}import { ${name} } from '@atelier/client'`
  const written = isForm
    ? `{ ${hasInput ? `...${writeScript(input)}, ` : ''}file: await openAsBlob('picture.png') }`
    : writeScript(input)
  return `${imports}\n\nconst answer = await ${name}(client${hasInput || isForm ? `, ${written}` : ''})`
}
