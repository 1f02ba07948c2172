import {
  exampleId,
  IMAGE_CREDITS,
  type RefusalCode,
  rateLimits,
  refusalCodes,
  refusalGuide,
  refusals,
  videoPrice,
} from '@atelier/contract'
import { limits, rateClasses, statuses } from './facts.ts'
import { type Html, html, json, prose, table } from './html.ts'

/** The introduction before the list of endpoints. */
export const renderGuide = (): Html => html`${renderStart()}${renderAuth()}${renderStatuses()}
${renderPrices()}${renderErrors()}${renderLimits()}`

const START = `export BASE={base_url}
export KEY=hsk_...`

const SUBMIT = `curl -X POST "$BASE/api/gen/image" \\
  -H "x-api-key: $KEY" -H "content-type: application/json" \\
  -d '{ "prompt": "a red enamel mug on a wooden table", "clientRef": "first-1" }'`

const id = exampleId('media')

const SUBMITTED = {
  id,
  status: 'processing',
  creditsCost: IMAGE_CREDITS,
  pollUrl: `/api/gen/media/${id}`,
  pollAfterSeconds: 10,
}

const renderStart = (): Html => html`<section id="start"><h2>A first image in three calls</h2>
<pre><code>${START}</code></pre>
<ol class="steps">
<li><p><b>Submit it.</b> The response is <code>201</code> at once: the job is charged and in progress.</p>
<pre><code>${SUBMIT}</code></pre>
<pre class="answer"><code>${json(SUBMITTED)}</code></pre></li>
<li><p><b>Poll it</b> every 10 seconds while <code>waiting</code> is true.</p>
<pre><code>curl "$BASE/api/gen/media/${id}" -H "x-api-key: $KEY"</code></pre></li>
<li><p><b>Download the file.</b> A completed job has it in <code>videoUrl</code>, for images too. The URL
needs no key and is permanent.</p>
<pre><code>curl -O "$BASE/api/photos/serve/generated/${id}.png"</code></pre></li>
</ol>
<p>For the feed (4:5), stories and reels (9:16) and link previews (1.91:1), a completed image has renditions
at permanent URLs, free: <a href="#downloadMedia">the upload kit</a> names them. <code>crop</code> keeps what
draws the eye and cuts edges off; <code>pad</code> keeps everything.</p>
<p>The first response is shortened here. To show your product or a character, add photos first:
<a href="#createProduct">products</a>, <a href="#createCharacter">characters</a>.</p></section>`

const renderAuth = (): Html => html`<section id="auth"><h2>Authentication</h2>
<p>Send your API key with every request, in either header. Two different keys are refused with 401. A key in
the URL is ignored.</p>
<pre><code>x-api-key: hsk_...
Authorization: Bearer hsk_...</code></pre>
<p>A key has scopes: <code>read</code> for every GET under <code>/api/gen</code>, <code>generate</code> for
the other methods there, <code>cep</code> for CEPs and topics, <code>knowledge</code> for reports and campaign
knowledge. It can have a credit limit per day and per job. A key sees only what belongs to its user; anything
else is answered with 403 or 404.</p>
<p>A key in mode <code>test</code> runs on the simulator with test credits, 60 times faster.</p></section>`

const renderStatuses = (): Html => html`<section id="statuses"><h2>Jobs and what to do next</h2>
${table(
  ['status', 'waiting', 'nextAction', 'credits', 'what to do'],
  statuses.map(({ status, waiting, nextAction, credits, advice }) => [
    html`<code>${status}</code>`,
    html`${String(waiting)}`,
    html`<code>${nextAction}</code>`,
    html`${credits}`,
    prose(advice),
  ]),
)}
<p>A submit that is repeated with the same <code>clientRef</code> and the same fields returns the same job and
is charged once. After a lost response, send the request again.</p></section>`

const amount = (credits: number): string => credits.toLocaleString('en-US')

const renderPrice = (resolution: 'SD' | 'HD'): Html[] => [
  html`Video, ${resolution}`,
  ...([6, 10, 15] as const).map((seconds) => html`${amount(videoPrice(seconds, resolution))}`),
]

const renderPrices = (): Html => html`<section id="prices"><h2>Prices in credits</h2>
<p>An image costs <b>${IMAGE_CREDITS}</b> in any size; <code>n</code> images cost <code>n</code> times that.
The price of a video depends on its length:</p>
${table(['', '6 s', '10 s', '15 s'], [renderPrice('SD'), renderPrice('HD')])}</section>`

const REFUSED = {
  error: 'prompt must be at most 1000 characters.',
  code: 'invalid_request',
  charged: 'none',
  requestId: exampleId('request'),
  field: 'prompt',
}

const renderErrors = (): Html => html`<section id="errors"><h2>Errors</h2>
<p>Every error has one shape. <code>code</code> is one of the codes below; <code>charged</code> is what
happened to the credits of this request: <code>none</code>, <code>refunded</code>, or <code>unknown</code>.
After <code>unknown</code>, send the request again with the same <code>clientRef</code>.</p>
<pre class="answer"><code>${json(REFUSED)}</code></pre>
${table(['status', 'code', 'meaning and what to do', 'adds', 'retryable'], refusalCodes.map(renderError))}
<p>A failed job is not an HTTP error. It is a job status, and its credits are refunded.</p></section>`

function renderError(code: RefusalCode): Html[] {
  const { meaning, advice, fields } = refusalGuide[code]
  return [
    html`${refusals[code].status}`,
    html`<code id="error-${code}">${code}</code>`,
    html`${meaning} ${advice}`,
    html`${Object.keys(fields?.shape ?? {}).map((name) => html`<code>${name}</code> `)}`,
    html`${refusals[code].retryable && 'yes'}`,
  ]
}

const renderLimits = (): Html => html`<section id="limits"><h2>Limits</h2>
<p>Requests are counted per user in a sliding window of 60 seconds. Every response carries
<code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (epoch
milliseconds); a 429 adds <code>Retry-After</code> in seconds.</p>
${table(
  ['class', 'requests a minute', 'what counts'],
  rateClasses.map(([name, about]) => [html`<code>${name}</code>`, html`${rateLimits[name]}`, html`${about}`]),
)}
${table(
  ['item', 'limit'],
  limits.map(([what, most]) => [html`${what}`, html`${most}`]),
)}</section>`
