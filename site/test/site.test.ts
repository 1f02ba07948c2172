import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, type EndpointName, endpoints, refusalCodes } from '@atelier/contract'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { askOptions, searchOptions } from '../src/browser/search-options.ts'
import { pages, readInRepository } from '../src/pages.ts'
import { groups, namesIn } from '../src/reference/write-group.ts'
import { useBuiltSite } from './build-site.ts'

const site = useBuiltSite()
const ROOT = join(import.meta.dirname, '..', '..')
const DOCS = join(ROOT, 'docs')

const PAGE_BYTES_MAX = 200_000
const FIRST_PAGE_BYTES_MAX = 100_000

const fileOf = (address: string): string => {
  const path = address.replace(/^\/docs\/?/, '')
  return path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`
}

test('every page of docs/ is on the site or is for readers of the repository', () => {
  const files = readdirSync(DOCS).filter((name) => name.endsWith('.md'))
  const shown = pages.flatMap(({ file }) => file ?? [])
  expect([...shown, ...readInRepository].toSorted()).toEqual(files.toSorted())
})

test('every link leads to a page and to a place on it, and every id is unique', () => {
  for (const { slug } of pages) {
    const html = site.read(`${slug}.html`)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect([slug, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([slug, []])
    for (const [, target = ''] of html.matchAll(/ (?:href|src|data-search|data-index)="([^"]*)"/g)) {
      if (/^https?:|^\/$|^\/(llms(-full)?\.txt|openapi\.json)$/.test(target)) continue
      const [path = '', place] = target.split('#')
      const file = path === '' ? `${slug}.html` : fileOf(path)
      expect([slug, target, existsSync(join(site.folder, file))]).toEqual([slug, target, true])
      if (place !== undefined)
        expect([slug, target, site.read(file).includes(` id="${place}"`)]).toEqual([slug, target, true])
    }
  }
})

test('every file of the repository that a page names exists', () => {
  for (const { file } of pages) {
    if (file === undefined) continue
    const text = readFileSync(join(DOCS, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(((?!https?:|\/|#)[^)#\s]+)/g)) {
      const generated = /^reference:([\w-]+)$/.exec(target)
      const isThere = generated
        ? pages.some(({ slug }) => slug === `reference/${generated[1]}`)
        : existsSync(join(DOCS, target))
      expect([file, target, isThere]).toEqual([file, target, true])
    }
    for (const [, path = ''] of text.matchAll(
      /`((?:server|contract|agent|client|deploy|examples|bin|\.ci)\/[\w./-]+)`/g,
    ))
      expect([file, path, existsSync(join(ROOT, path))]).toEqual([file, path, true])
  }
})

test('on a phone each cell of a table with several columns says which one it is', () => {
  for (const [slug, row, cell] of [
    ['comparison', 'Idempotent submits', '<td data-label="Higgsfield">yes'],
    ['limits', 'video, SD', '<td data-label="10 s">'],
  ] as const) {
    const html = site.read(`${slug}.html`)
    expect([slug, html.slice(html.indexOf(row)).split('</tr>', 1)[0]?.includes(cell)]).toEqual([slug, true])
  }
  expect(site.read('reference/media.html')).not.toContain('data-label="meaning"')
})

test('pages are below 200 kB, and the first one with all that it loads is below 100 kB compressed', () => {
  for (const { slug } of pages)
    expect([slug, statSync(join(site.folder, `${slug}.html`)).size < PAGE_BYTES_MAX]).toEqual([slug, true])
  const html = site.read('index.html')
  const loaded = [...html.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="(\/docs\/[^"]+)"/g)]
  const files = ['index.html', ...loaded.map(([, path = '']) => fileOf(path))]
  const sizes = files.map((name) => {
    const compressed = join(site.folder, `${name}.gz`)
    return statSync(existsSync(compressed) ? compressed : join(site.folder, name)).size
  })
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_PAGE_BYTES_MAX)
})

test('no page has a script, a style or a handler in it, or loads from elsewhere', () => {
  for (const { slug } of pages) {
    const html = site.read(`${slug}.html`)
    expect([slug, html.match(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="|<iframe|<form/gi)]).toEqual([
      slug,
      null,
    ])
    expect([slug, html.match(/ src="(?!\/docs\/)[^"]*"/g)]).toEqual([slug, null])
    expect([slug, html.match(/undefined|\[object|&lt;!-- table/g)]).toEqual([slug, null])
  }
})

const fieldRows = (html: string) => [
  ...html.matchAll(/<tr>\s*<td><code>([^<]+)<\/code><\/td>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>\s*<\/tr>/gs),
]

test('the reference has every operation on one page, each field with its sentence, and every refusal', () => {
  const found = groups.flatMap(({ slug, chapter }) => {
    const html = site.read(`reference/${slug}.html`)
    for (const [, name, type, sentence] of fieldRows(html))
      expect([slug, name, type !== '', (sentence ?? '').includes(' ') || sentence === '']).toEqual([
        slug,
        name,
        true,
        true,
      ])
    for (const [, name, , sentence] of fieldRows(html))
      expect([slug, name, sentence]).not.toEqual([slug, name, ''])
    return namesIn(chapter).filter(
      (name) => html.includes(`id="${name}"`) && html.includes(endpoints[name].path),
    )
  })
  expect(found.toSorted()).toEqual((Object.keys(endpoints) as EndpointName[]).toSorted())
  const errors = site.read('reference/errors.html')
  for (const code of refusalCodes) expect(errors).toContain(`id="error-${code}"`)
})

/** What a newcomer asks, and the page that answers it. */
const questions: [string, string][] = [
  ['how do I get a key', '/docs/faq#how-do-i-get-a-key'],
  ['webhook', '/docs/faq#is-there-a-webhook'],
  ['how long to wait for a video', '/docs/polling'],
  ['connect claude code', '/docs/connect#claude-code'],
  ['price of an image', '/docs/limits#prices-in-credits'],
  ['rate limit', '/docs/limits#requests'],
  ['refund when a job fails', '/docs/polling#when-a-job-fails'],
  ['upload a product photo', '/docs/reference/products'],
  ['report ad results', '/docs/reporting-results'],
  ['what is a CEP', '/docs/faq#what-is-a-cep'],
  ['test without paying', '/docs/faq#how-do-i-test-without-paying'],
  ['python example', '/docs/libraries#python'],
  ['how much does it cost', '/docs/faq#what-does-it-cost'],
  ['chatgpt connector', '/docs/connect#claudeai-and-chatgpt'],
  ['delete my data', '/docs/faq#how-do-i-delete-my-data-for-good'],
  ['limit spending of an agent', '/docs/faq#how-do-i-limit-what-an-agent-may-spend'],
  ['install on my server', '/docs/install'],
]

test('what a newcomer asks is answered by one of the first three results', () => {
  const search = MiniSearch.loadJSON<{ to: string }>(site.read('assets/index.json'), searchOptions)
  for (const [question, wanted] of questions) {
    const first = search
      .search(question, askOptions)
      .slice(0, 3)
      .map(({ to }) => String(to))
    expect([question, first.some((to) => to.startsWith(wanted)) || first]).toEqual([question, true])
  }
})

test('the text for models has what a key may call first, then what only the owner may, never mixed', () => {
  const text = site.read('llms-full.txt')
  const [forKeys = '', forOwners = ''] = text.split('# Part 2: only the owner and the operator')
  const lineOf = ({ method, path }: Endpoint) => `**\`${method}\`** \`${path}\`\n`
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const isOwners = endpoint.auth === 'session'
    expect([endpoint.path, (isOwners ? forOwners : forKeys).includes(lineOf(endpoint))]).toEqual([
      endpoint.path,
      true,
    ])
    if (isOwners) expect([endpoint.path, forKeys.includes(lineOf(endpoint))]).toEqual([endpoint.path, false])
  }
  for (const word of ['SVC_API_KEY', 'test', '/mcp', 'impressions', 'probabilityBetter'])
    expect(forKeys).toContain(word)
  expect(text).not.toMatch(/\]\(\/docs|<div|undefined|\[object/)
})
