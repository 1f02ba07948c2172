import {
  aboutChapter,
  chapters,
  type Endpoint,
  type EndpointName,
  endpoints,
  type Twin,
  twins,
} from '../endpoints/index.ts'
import { API_VERSION } from '../version.ts'
import { headers } from './describe-headers.ts'
import { describeOperation } from './describe-operation.ts'
import { refusalExamples } from './describe-refusals.ts'
import type { Components, Json } from './schema-of.ts'

const DESCRIPTION = `Images and videos for agents that run advertising.

**Authentication.** Send your API key as \`x-api-key: hsk_...\` or as \`Authorization: Bearer hsk_...\`. A key
has scopes; a missing scope is refused with 403 \`scope_missing\`.

**Jobs.** A submit returns 201 at once and charges. Poll \`GET /api/gen/media/{id}\` every 10 seconds until
\`waiting\` is false: a \`completed\` job has the file in \`videoUrl\`; \`failed\` and \`stalled\` jobs are
refunded. Send a \`clientRef\` with every submit: sending it again returns the same job, charged once.

**Errors** have one shape: \`error\` (what happened and what to do), \`code\` (one of a fixed set),
\`charged\` (what happened to the credits of this request), \`requestId\`, and the fields that the code adds.

**Limits** are counted per user in a sliding window of 60 seconds; every response has \`X-RateLimit-*\`
headers. A 429 has the seconds to wait in \`Retry-After\`.

**Lists** are sorted newest first; send \`nextCursor\` of one page as \`cursor\` for the next.

Within a version there are only additions: ignore fields that you do not know.`

/**
 * The OpenAPI 3.1 document, generated from the schemas that the server parses with. The chapter Dashboard
 * says in one sentence which twins there are; `isComplete` lists each of them, for the checks.
 */
export function describeApi({ isComplete = false } = {}): Json {
  const components: Components = { schemas: {}, responses: {} }
  const paths: Record<string, Json> = {}
  const add = (name: EndpointName, endpoint: Endpoint, change: Json = {}) => {
    const operation = { ...describeOperation(name, endpoint, components), ...change }
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  for (const name of Object.keys(endpoints) as EndpointName[]) add(name, endpoints[name])
  if (isComplete) for (const twin of twins) add(twin.twinOf, twin, { operationId: nameOfTwin(twin) })
  return {
    openapi: '3.1.0',
    info: { title: 'Atelier', version: API_VERSION, description: DESCRIPTION },
    tags: chapters.map((name) => ({ name, description: aboutChapter[name] })),
    paths,
    components: {
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
      examples: refusalExamples(),
      headers,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key: `hsk_...`' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Set by the login' },
      },
    },
  }
}

/** What the checks call a twin. */
export const nameOfTwin = ({ twinOf }: Twin): string => `${twinOf}AsOwner`

const sorted = (named: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
