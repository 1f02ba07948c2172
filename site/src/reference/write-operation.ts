import {
  type Endpoint,
  type EndpointName,
  endpoints,
  examples,
  notes,
  rateLimits,
  refusalGuide,
  refusals,
  refusalsOf,
} from '@atelier/contract'
import { anchorOf } from './describe-value.ts'
import { nameOf, operationOf, type Schema } from './read-api.ts'
import { writeCurl, writePythonCall, writeScriptCall } from './write-calls.ts'
import { writeFields } from './write-fields.ts'

/** Endpoints whose examples exist in three languages. The others are for programs that know them already. */
export const isCalledByHand = ({ chapter }: Endpoint): boolean =>
  !['OAuth', 'Agent files', 'MCP'].includes(chapter)

function describeAccess({ auth, admin, scope, tokens, limit, formLimit, heavy }: Endpoint): string {
  const counted = (of: keyof typeof rateLimits) => `${rateLimits[of]} a minute (class \`${of}\`)`
  const withScope = scope ? ` with the scope \`${scope}\`` : ''
  const user = admin
    ? 'operator: it needs a session of an admin'
    : 'owner: it needs a session of the dashboard'
  const who = {
    open: 'Needs no key.',
    key: `Needs a key${withScope}${tokens ? ', or an access token of OAuth' : ''}.`,
    session: `For the ${user}; a key is refused.`,
  }[auth]
  if (!limit) return who
  const form = formLimit && formLimit !== limit ? `; as a form ${counted(formLimit)}` : ''
  const also = heavy ? `, and ${counted('heavy')}` : ''
  return `${who} ${counted(limit)}${form}${also}.`
}

const section = (title: string, text: string): string[] => (text === '' ? [] : [`#### ${title}`, text])

/** One operation: what it does, who may call it, its fields, its answer, its refusals, and how to call it. */
export function writeOperation(name: EndpointName): string {
  const endpoint: Endpoint = endpoints[name]
  const { method, path, summary } = endpoint
  const operation = operationOf(endpoint)
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']?.schema
  const form = content['multipart/form-data']?.schema
  const pairs = content['application/x-www-form-urlencoded']?.schema
  const note = notes[name]
  return [
    `### ${titleOf(name)} {#${name}}`,
    `**\`${method}\`** \`${path}\``,
    `${summary}.${note === undefined ? '' : ` ${note}`}`,
    describeAccess(endpoint),
    ...section('Path and query', writeFields(parametersOf(operation.parameters), 'request')),
    ...section('Body', json ? writeFields(json, 'request') : ''),
    ...section('Form', form ? writeFields(form, 'request') : ''),
    ...section('Body, form-encoded', pairs ? writeFields(pairs, 'request') : ''),
    ...(isCalledByHand(endpoint) ? writeExamples(name, endpoint) : []),
    ...writeAnswer(name, endpoint),
    `Refusals: ${refusalsOf(endpoint)
      .map((code) => `[\`${code}\`](/reference/errors#error-${code})`)
      .join(' ')}`,
  ].join('\n\n')
}

/** `submitImage` is `Submit image`. */
const titleOf = (name: EndpointName): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const parametersOf = (parameters: ReturnType<typeof operationOf>['parameters']): Schema => ({
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const writeExamples = (name: EndpointName, endpoint: Endpoint): string[] => [
  '<div class="calls">',
  fence('sh', writeCurl(name, endpoint)),
  fence('python', writePythonCall(name, endpoint)),
  fence('ts', writeScriptCall(name, endpoint)),
  '</div>',
]

function writeAnswer(name: EndpointName, endpoint: Endpoint): string[] {
  const { status, description, schema, type } = endpoint.answer
  const found = operationOf(endpoint).responses[status]?.content?.['application/json']?.schema
  const { answer } = examples[name]
  const others = Object.entries(endpoint.also ?? {}).map(([code, text]) => `\`${code}\`: ${text}.`)
  return [
    `#### Answer`,
    [`\`${status}\`: ${description}${schema ? '' : ` (\`${type ?? 'application/json'}\`)`}.`, ...others].join(
      ' ',
    ),
    ...(found ? [writeShape(found)].filter((text) => text !== '') : []),
    ...(answer === undefined
      ? []
      : [
          '<details><summary>Example</summary>',
          fence('json', JSON.stringify(answer, null, 2)),
          '</details>',
        ]),
  ]
}

/** A shared object is described once, at the end of the page. */
function writeShape(schema: Schema): string {
  const name = nameOf(schema)
  return name === undefined ? writeFields(schema, 'answer') : `All fields of [${name}](#${anchorOf(name)}).`
}

/** Every code of an error, with its fields. */
export const writeErrors = (): string =>
  Object.entries(refusals)
    .map(([code, { status, retryable }]) => {
      const { meaning, advice, fields, example } = refusalGuide[code as keyof typeof refusals]
      const added = Object.entries(fields?.shape ?? {}).map(
        ([field, { description }]) => `\`${field}\`: ${description ?? ''}.`,
      )
      return [
        `### ${code} {#error-${code}}`,
        `\`${status}\` · the same request ${retryable ? 'may succeed later' : 'fails again'}`,
        `${meaning} ${advice}`,
        ...(added.length > 0 ? [`It adds ${added.join(' ')}`] : []),
        `> ${example.error}`,
      ].join('\n\n')
    })
    .join('\n\n')
