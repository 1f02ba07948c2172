import { aboutChapter, type Chapter, type EndpointName, endpoints } from '@atelier/contract'
import { anchorOf } from './describe-value.ts'
import { findObject, operationOf } from './read-api.ts'
import { listObjects, writeFields } from './write-fields.ts'
import { writeErrors, writeOperation } from './write-operation.ts'

/** Who a group of operations is for: the two are never mixed on one page. */
export type Audience = 'key' | 'owner'

export type Group = { chapter: Chapter; slug: string; title: string; audience: Audience }

const group = (chapter: Chapter, slug: string, title: string, audience: Audience): Group => ({
  chapter,
  slug,
  title,
  audience,
})

/** One page for each chapter of the contract. */
export const groups: Group[] = [
  group('Generation', 'generation', 'Generation', 'key'),
  group('Media', 'media', 'Media', 'key'),
  group('Credits', 'credits', 'Credits', 'key'),
  group('Products', 'products', 'Products and uploads', 'key'),
  group('Characters', 'characters', 'Characters', 'key'),
  group('CEPs', 'ceps', 'CEPs and topics', 'key'),
  group('Knowledge', 'knowledge', 'Reports and knowledge', 'key'),
  group('MCP', 'mcp', 'MCP', 'key'),
  group('Files', 'files', 'Files', 'key'),
  group('Agent files', 'agent-files', 'Files for agents', 'key'),
  group('Service', 'service', 'Health and version', 'key'),
  group('Account', 'account', 'Account and keys', 'owner'),
  group('Billing', 'billing', 'Billing', 'owner'),
  group('Dashboard', 'dashboard', 'Dashboard', 'owner'),
  group('OAuth', 'oauth', 'OAuth', 'owner'),
  group('Administration', 'administration', 'Administration', 'owner'),
]

export const namesIn = (chapter: Chapter, audience?: Audience): EndpointName[] =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const { auth } = endpoints[name]
    const isOwners = auth === 'session'
    return (
      endpoints[name].chapter === chapter && (audience === undefined || isOwners === (audience === 'owner'))
    )
  })

/** The objects that these operations send or answer. */
function objectsOf(names: EndpointName[]): string[] {
  const found = new Set<string>()
  for (const name of names) {
    const { requestBody, responses } = operationOf(endpoints[name])
    const contents = [requestBody?.content, responses[endpoints[name].answer.status]?.content]
    for (const content of contents)
      for (const { schema } of Object.values(content ?? {})) listObjects(schema, found)
  }
  return [...found].filter((name) => !/(Body|Form)$/.test(name)).sort()
}

const writeObject = (name: string): string =>
  [
    `### ${name} {#${anchorOf(name)}}`,
    findObject(name)?.description ?? '',
    writeFields({ $ref: `/${name}` }, 'answer'),
  ]
    .filter((text) => text !== '')
    .join('\n\n')

/**
 * The page of a group as Markdown. What only the owner may call has a section of its own; with `only`, what
 * the others may call is left out.
 */
export function writeGroup({ chapter, title }: Group, only?: Audience): string {
  const forKeys = only === 'owner' ? [] : namesIn(chapter, 'key')
  const forOwners = only === 'key' ? [] : namesIn(chapter, 'owner')
  if (forKeys.length + forOwners.length === 0) return ''
  const objects = objectsOf([...forKeys, ...forOwners])
  const part = (heading: string, names: EndpointName[]) =>
    names.length > 0 ? [heading, ...names.map(writeOperation)] : []
  return [
    `# ${title}`,
    aboutChapter[chapter],
    ...part(forOwners.length > 0 || only ? '## What a key may call' : '## Operations', forKeys),
    ...part('## What only the owner may call', forOwners),
    ...(objects.length > 0 ? ['## Objects', 'A field without a value is null, never absent.'] : []),
    ...objects.map(writeObject),
  ].join('\n\n')
}

export const writeErrorsPage = (): string =>
  [
    '# Errors',
    'Every error has one shape: `error` (what happened and what to do), `code` (one of those below), ' +
      '`charged` (what happened to the credits of this request: `none`, `refunded` or `unknown`), ' +
      '`requestId`, and the fields that the code adds. After `unknown`, send the same request again with ' +
      'the same `clientRef`: it is charged once.',
    'A job that fails is not an HTTP error. It is a status of the job, and its credits are refunded.',
    '## Codes',
    writeErrors(),
  ].join('\n\n')
