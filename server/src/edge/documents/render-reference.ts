import {
  API_VERSION,
  aboutChapter,
  type Chapter,
  chapters,
  type EndpointName,
  EXAMPLE_URL,
  endpoints,
} from '@atelier/contract'
import { type Html, html, raw } from './html.ts'
import { fieldsOf, objects } from './read-schema.ts'
import { renderEndpoint, renderMethod, renderObject } from './render-endpoint.ts'
import { renderGuide } from './render-guide.ts'
import { STYLE } from './style.ts'

const names = Object.keys(endpoints) as EndpointName[]
const namesIn = (chapter: Chapter) => names.filter((name) => endpoints[name].chapter === chapter)

const guide: [string, string][] = [
  ['start', 'A first image'],
  ['auth', 'Authentication'],
  ['statuses', 'Jobs and what to do next'],
  ['prices', 'Prices'],
  ['errors', 'Errors'],
  ['limits', 'Limits'],
]

/** The reference for people: one page without scripts and without requests to other servers. */
export function renderReference(baseUrl: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atelier API reference</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<nav class="top" aria-label="Contents"><details><summary>Contents</summary>${renderContents()}</details></nav>
<div class="page">
<nav class="side" aria-label="Contents">${renderContents()}</nav>
<main>
<h1>Atelier</h1>
<p class="lead">Images and videos for agents that run advertising. Version ${API_VERSION}, also for
machines as <a href="/openapi.json">OpenAPI</a> and for language models as
<a href="/llms.txt">llms.txt</a>.</p>
${renderGuide()}
${chapters.map(renderChapter)}
<section id="objects"><h2>Objects</h2>
<p>A field without a value is null, never absent.</p>
${objects.map(([name, schema]) => renderObject(name, fieldsOf(schema)))}</section>
</main>
</div>
</body>
</html>
`
  // In the query of another address it is encoded.
  return page.html
    .replaceAll(EXAMPLE_URL, baseUrl)
    .replaceAll(encodeURIComponent(EXAMPLE_URL), encodeURIComponent(baseUrl))
    .replaceAll('{base_url}', baseUrl)
}

const renderContents = (): Html => html`<p>Guide</p>
<ul>${guide.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${chapters.map(
  (chapter) => html`<p>${chapter}</p>
<ul>${namesIn(chapter).map(renderEntry)}</ul>`,
)}
<p>Objects</p>
<ul>${objects.map(([name]) => html`<li><a href="#object-${name}">${name}</a></li>`)}</ul>`

function renderEntry(name: EndpointName): Html {
  const { method } = endpoints[name]
  const title = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return html`<li><a href="#${name}">${renderMethod(method)}${title}</a></li>`
}

const renderChapter = (
  chapter: Chapter,
): Html => html`<section id="chapter-${chapter.toLowerCase().replace(' ', '-')}">
<h2>${chapter}</h2><p>${aboutChapter[chapter]}</p>${namesIn(chapter).map(renderEndpoint)}</section>`
