import {
  type Chapter,
  chapters,
  type EndpointName,
  endpoints,
  type RefusalCode,
  rateLimits,
  refusalCodes,
  refusalGuide,
  refusals,
} from '@atelier/contract'
import { rateClasses } from './facts.ts'
import { type Field, fieldsOf, operationOf } from './read-schema.ts'

/** Endpoints of the dashboard and of its host are of no use to an agent; files are read by their URLs. */
const OMITTED_CHAPTERS: Chapter[] = [
  'Account',
  'Billing',
  'Dashboard',
  'Administration',
  'Files',
  'Agent files',
  'OAuth',
  'Service',
]

/** The interface for a language model: the most useful first, and short enough to be read in full. */
export function renderLlms(baseUrl: string): string {
  return `# Atelier: images and videos for agents that run advertising

Base URL: ${baseUrl}
On every call: \`x-api-key: hsk_...\` (or \`Authorization: Bearer hsk_...\`). Bodies are JSON.
You upload the files yourself. All documents: /llms-full.txt.
Keys come from the owner. A key of mode \`test\` works on the simulator with its own credits, 60 times
faster; there \`"model":"simulator/fail"\` fails on purpose.
MCP: \`${baseUrl}/mcp\` with the key as bearer token, for example \`claude mcp add --transport http svc
${baseUrl}/mcp --header "Authorization: Bearer $SVC_API_KEY"\`. The local client
(/api/mcp/connect.py) reads \`SVC_API_KEY\`, \`SVC_BASE_URL\`. Other hosts: /docs/connect.

## Make a creative
1. \`POST /api/gen/products {"name":"Enamel mug"}\` -> \`product.id\`. Once: \`GET /api/gen/products\` lists
   yours. Photo: \`POST /api/gen/products/{id}/reference {"fileUrl":"https://...","label":"front"}\`.
2. \`POST /api/gen/image {"prompt":"the mug from the photo on a wooden table, morning light",
   "productId":"prd_...","size":"2:3","clientRef":"mug-1"}\` -> 201
   \`{id, creditsCost, balanceAfter, pollUrl}\`. Charged now.
3. \`GET /api/gen/media/{id}\` every 10 s while \`waiting\`. Follow \`nextAction\`:
   \`poll_again\`: wait \`pollAfterSeconds\`. \`use_videoUrl\`: the file is at \`videoUrl\`, for images too;
   the URL is permanent. \`retry\`: \`failed\` or \`stalled\`, refunded; change what \`message\` says,
   then submit with a new \`clientRef\`.
   Give up after 15 min (image) or 30 min (video).
4. For feed or stories: \`GET /api/gen/media/{id}/download\` -> \`uploadKit.renditions\`, free: images as
   \`feed_portrait\` 4:5, \`vertical\` 9:16 or \`feed_landscape\` 1.91:1; \`crop\` or \`pad\`.

Rules that save credits:
- Always send a \`clientRef\`, your own name for the job. No response, 500 or 503? Send the same request
  again: it returns the same job and is charged once. Another body with its \`clientRef\` is 409.
- \`POST /api/gen/quote {"kind":"image", ...}\` returns price, balance and references, and charges nothing.
- With references, write "the mug from the photo"; describe scene, light and action, not the subject.
- Before you create a CEP (customer entry point), list the existing ones; 30 per product or topic.

## Report a day, read what works
\`POST /api/agent/reports {"idempotencyKey":"mug-11-13","kind":"observation","generatedMediaId":"med_...",
"platformAdId":"2385","currency":"EUR","conversionType":"purchase","attribution":"7d_click",
"objective":"sales","rows":[{"day":"2026-11-13","spend":46.15,"impressions":4600,"clicks":69,
"conversions":3,"revenue":195}]}\`: one complete row for each ad and day; a day sent again counts once. A row
may have its own \`platformAdId\`, \`campaignName\`, \`reach7d\`, counts of plays and visits. What was only
stated: \`"kind":"claim"\` with metric, value, windowStart, windowEnd.
\`GET /api/agent/knowledge/patterns?productId=prd_...\` -> \`patterns[]\`: title, ingredients (cepId, angle,
characterId, mediaType, orientation, hook), metric, estimate, lowerBound, baseline, lift,
probabilityBetter, tier (winner, fatigued, promising, unproven, loser), sample, why.

Prices in credits: image 400 x n (n 1, 2, 4). Video SD 6/10/15 s: 1000/1300/1950; HD is twice that.

## Endpoints
\`*\` = required. Lists: newest first; \`limit\` 1-100, default 20; \`cursor\` = last \`nextCursor\`.
${chapters.filter(isForAgents).map(writeChapter).join('\n')}
### Only the owner, at the dashboard
A key is refused with 401 under /api/account and /api/owner. Ask the owner to: manage keys and their limits;
${ownersWork()}.

### Without a key
GET /openapi.json (complete); /docs; /api/version; /health. Skills: /.well-known/skills/index.json.

## Errors
\`{error, code, charged, requestId, ...}\`. \`charged\`: none, refunded, or unknown (send it again).
${refusalCodes.filter(isOfAgents).map(writeRefusal).join('\n')}

## Limits per user in 60 s
${rateClasses
  .filter(isClassOfAgents)
  .map(([name, about]) => `${about}: ${rateLimits[name]}`)
  .join('; ')}.
429 has \`Retry-After\` in seconds. Prompt: image 1000,
video 2000 characters. File: 10 MB, JPEG, PNG or WebP. JSON: 256 KB. \`clientRef\`: 200 characters.
`
}

const isForAgents = (chapter: Chapter): boolean => !OMITTED_CHAPTERS.includes(chapter)
const isClassOfAgents = ([name]: (typeof rateClasses)[number]): boolean => !['looks', 'mcp'].includes(name)
/** Only a person at the dashboard gets these. */
const ofPeople: RefusalCode[] = ['key_limit_reached', 'second_factor_missing']
const isOfAgents = (code: RefusalCode): boolean => !ofPeople.includes(code)

function writeChapter(chapter: Chapter): string {
  const names = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => endpoints[name].chapter === chapter && endpoints[name].auth === 'key',
  )
  return `### ${chapter}\n${names.map(writeEndpoint).join('\n')}`
}

/** An agent that knows what its owner can do asks for it instead of trying. */
const ownersWork = (): string =>
  Object.values(endpoints)
    .filter(({ auth, chapter }) => auth === 'session' && isForAgents(chapter))
    .map(({ summary }) => `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`)
    .join('; ')

function writeEndpoint(name: EndpointName): string {
  const { method, path, summary } = endpoints[name]
  const { parameters, requestBody } = operationOf(endpoints[name])
  const queryParameters = parameters.filter(
    (one) => one.in === 'query' && !['limit', 'cursor'].includes(one.name),
  )
  const query = queryParameters.length > 0 ? `?${queryParameters.map((one) => one.name).join('&')}` : ''
  const content = requestBody?.content ?? {}
  // The messages of MCP are described by its own specification.
  const isMessage = 'passesOn' in endpoints[name]
  const body = isMessage ? undefined : (content['application/json'] ?? content['multipart/form-data'])
  const fields = body ? ` {${fieldsOf(body.schema).map(writeField).join(', ')}}` : ''
  const form = content['multipart/form-data'] ? formWords[content['application/json'] ? 'also' : 'only'] : ''
  return `${method} ${path}${query}${fields}${form}: ${summary}`
}

const formWords = { also: ' or a form with file', only: ' as a form' }

/** Lists the values of an enum; everything else is in OpenAPI. */
function writeField({ name, required, schema }: Field): string {
  const choice = schema.enum ? `=${schema.enum.join('|')}` : ''
  return `${name}${required ? '*' : ''}${choice}`
}

function writeRefusal(code: RefusalCode): string {
  const { advice, fields } = refusalGuide[code]
  const added = fields ? ` (${Object.keys(fields.shape).join(', ')})` : ''
  return `${refusals[code].status} ${code}${added}: ${advice}`
}
