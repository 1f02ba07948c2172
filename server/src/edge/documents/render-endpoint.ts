import {
  type Endpoint,
  type EndpointName,
  endpoints,
  examples,
  notes,
  type RefusalCode,
  rateLimits,
  refusalGuide,
  refusals,
  refusalsOf,
} from '@atelier/contract'
import { type Html, html, json, prose } from './html.ts'
import {
  describeLimit,
  describeType,
  type Field,
  fieldsOf,
  nameOf,
  operationOf,
  type Schema,
} from './read-schema.ts'
import { writeCall } from './write-call.ts'

export function renderEndpoint(name: EndpointName): Html {
  const endpoint: Endpoint = endpoints[name]
  const operation = operationOf(endpoint)
  const { method, path, summary } = endpoint
  const note = notes[name]
  const content = operation.requestBody?.content
  const parameters = operation.parameters.map(({ schema, description, ...rest }) => ({
    ...rest,
    schema: description === undefined ? schema : { ...schema, description },
  }))
  return html`<article class="endpoint" id="${name}">
<div class="description">
<h3><a href="#${name}">${renderMethod(method)} <code>${path}</code></a></h3>
<p class="summary">${summary}.</p>
${note !== undefined && html`<p>${prose(note)}</p>`}
<p class="access">${renderAccess(endpoint)}</p>
${renderFields('Path and query', parameters)}
${content?.['application/json'] && renderFields('Body', fieldsOf(content['application/json'].schema))}
${content?.['multipart/form-data'] && renderFields('Form', fieldsOf(content['multipart/form-data'].schema))}
${renderRefusals(endpoint)}
</div>
<div class="shown">${renderExample(name, endpoint)}</div>
</article>`
}

export const renderMethod = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

function renderAccess({ auth, admin, scope, limit, formLimit, heavy }: Endpoint): Html {
  const who = {
    open: html`no authentication`,
    key: html`API key with scope <b>${scope ?? ''}</b>`,
    session: html`dashboard session${admin && ' of an admin'}`,
  }
  const counted = (of: keyof typeof rateLimits) => html`<b>${rateLimits[of]}</b> a minute (${of})`
  if (!limit) return who[auth]
  const form = formLimit && formLimit !== limit && html`, as a form ${counted(formLimit)}`
  const also = heavy && html`, and ${counted('heavy')}`
  return html`${who[auth]} · ${counted(limit)}${form}${also}`
}

function renderFields(title: string, fields: Field[]): Html | false {
  if (fields.length === 0) return false
  return html`<h4>${title}</h4><dl class="fields">${fields.map(renderField)}</dl>`
}

/** A response always has every field, so none is marked as required. */
export const renderObject = (name: string, fields: Field[]): Html =>
  html`<article id="object-${name}"><h3>${name}</h3>
<dl class="fields">${fields.map((field) => renderField({ ...field, required: false }))}</dl></article>`

function renderField({ name, required, schema }: Field): Html {
  const limit = describeLimit(schema)
  const facts = [
    renderType(schema),
    required && html`<em>required</em>`,
    schema.default !== undefined &&
      schema.default !== null &&
      html`default <code>${toText(schema.default)}</code>`,
    limit !== undefined && html`${limit}`,
  ].filter((one) => one !== false)
  const joined = facts.map((fact, at) => (at === 0 ? fact : html` · ${fact}`))
  const about = schema.description !== undefined && html`<br>${prose(schema.description)}`
  return html`<div><dt><code>${name}</code></dt><dd><span class="type">${joined}</span>${about}</dd></div>`
}

const toText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Links to the table of an object, if the type is one. */
function renderType(schema: Schema): Html {
  const text = describeType(schema)
  const inner = schema.anyOf?.find(({ $ref }) => $ref) ?? (schema.items?.$ref ? schema.items : schema)
  const name = nameOf(inner)
  if (name === undefined) return html`${text}`
  const [before = '', after = ''] = text.split(name)
  return html`${before}<a href="#object-${name}">${name}</a>${after}`
}

function renderRefusals(endpoint: Endpoint): Html {
  const codes = refusalsOf(endpoint)
  return html`<details><summary>Errors (${codes.length})</summary>
<ul class="refusals">${codes.map(renderRefusal)}</ul></details>`
}

const renderRefusal = (code: RefusalCode): Html =>
  html`<li><a href="#error-${code}"><b>${refusals[code].status}</b> <code>${code}</code></a>
${refusalGuide[code].meaning} <i>${refusalGuide[code].advice}</i></li>`

function renderExample(name: EndpointName, endpoint: Endpoint): Html {
  const { answer } = examples[name]
  const { status, description, type } = endpoint.answer
  const code = (text: string) => html`<pre><code>${text}</code></pre>`
  return html`${(endpoint.body || !endpoint.form) && code(writeCall(name, endpoint))}
${endpoint.form && code(writeCall(name, endpoint, 'form'))}
<p class="status"><b>${status}</b> ${description}${type !== undefined && html` <code>${type}</code>`}</p>
${answer !== undefined && html`<pre class="answer"><code>${json(answer)}</code></pre>`}`
}
