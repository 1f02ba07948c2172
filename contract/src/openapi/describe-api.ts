import { aboutChapter, chapters, type EndpointName, endpoints } from '../endpoints/index.ts'
import { API_VERSION } from '../version.ts'
import { headers } from './describe-headers.ts'
import { describeOperation } from './describe-operation.ts'
import { refusalExamples } from './describe-refusals.ts'
import type { Components, Json } from './schema-of.ts'

const DESCRIPTION = `Images and videos for agents that run advertising.

**Authentication.** Send your API key as \`x-api-key: hsk_...\` or as \`Authorization: Bearer hsk_...\`. A key
has scopes; one that is missing is 403 \`scope_missing\`.

**Jobs.** A submit answers 201 at once and charges. Poll \`GET /api/gen/media/{id}\` every 10 seconds until
\`waiting\` is false: \`completed\` has the file in \`videoUrl\`; \`failed\` and \`stalled\` are refunded
already. Send a \`clientRef\` with every submit: the same again is answered with the same job, charged once.

**Errors** have one shape: \`error\` (a sentence), \`code\` (one of a closed set), \`charged\` (what happened
to the credits of this request), \`requestId\`, and the fields that the code adds.

**Limits** are counted for each user in any 60 seconds and told in \`X-RateLimit-*\` on every answer. 429 says
in \`Retry-After\` how many seconds to wait.

**Lists** go from the newest to the oldest; \`nextCursor\` of one page is \`cursor\` of the next.

Inside a version there are only additions: ignore fields that you do not know.`

/** OpenAPI 3.1, written from the very schemas that the server parses with. */
export function describeApi(): Json {
  const components: Components = { schemas: {}, responses: {} }
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path, method } = endpoints[name]
    const operation = describeOperation(name, endpoints[name], components)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
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
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key in the usual header' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Set by the log-in' },
      },
    },
  }
}

const sorted = (named: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
