import { addressOf, type Page, pages, parts } from './pages.ts'

export type Heading = { id: string; text: string; level: number }

/** The addresses of the files that every page loads. */
export type Assets = { style: string; script: string; search: string; index: string }

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const link = ({ slug, title }: Page, current: Page): string => {
  const mark = slug === current.slug ? ' aria-current="page"' : ''
  return `<li><a href="${addressOf(slug)}"${mark}>${escapeHtml(title)}</a></li>`
}

/** A part is open where its page is; the reference would else fill the whole column. */
const writeNavigation = (current: Page): string =>
  parts
    .map(({ title, pages: list }) => {
      const isOpen = list.some(({ slug }) => slug === current.slug) || ['Start', 'Guide'].includes(title)
      return (
        `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>` +
        `<ul>${list.map((page) => link(page, current)).join('')}</ul></details>`
      )
    })
    .join('')

const writeContents = (headings: Heading[]): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 3) return ''
  const items = shown.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<aside><nav aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav></aside>`
}

function writeNeighbours(current: Page): string {
  const at = pages.findIndex(({ slug }) => slug === current.slug)
  const one = (page: Page | undefined, label: string) =>
    page
      ? `<a href="${addressOf(page.slug)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : '<span></span>'
  const links = `${one(pages[at - 1], 'Before')}${one(pages[at + 1], 'Next')}`
  return `<nav class="neighbours" aria-label="Next pages">${links}</nav>`
}

/** The whole document around a page. Nothing in it is inline that a strict policy would refuse. */
export const writeDocument = (page: Page, content: string, headings: Heading[], assets: Assets): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} - Atelier</title>
<link rel="icon" href="/docs/pictures/icon.svg">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"
  data-search="${assets.search}" data-index="${assets.index}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="/docs">Atelier</a>
<button type="button" class="find" hidden><span>Search</span><kbd>/</kbd></button>
<nav class="more" aria-label="Elsewhere">
<a href="/">Dashboard</a><a href="/llms.txt">llms.txt</a><a href="/openapi.json">OpenAPI</a></nav>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages" hidden>Pages</button>
</header>
<div class="page">
<nav id="pages" aria-label="Pages">${writeNavigation(page)}</nav>
<main id="content" tabindex="-1">
${content}
${writeNeighbours(page)}
</main>
${writeContents(headings)}
</div>
</body>
</html>
`
