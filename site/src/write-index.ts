import MiniSearch from 'minisearch'
import { searchOptions } from './browser/search-options.ts'
import { addressOf, isForOperators } from './pages.ts'
import type { Rendered } from './render-site.ts'

/** One section of a page, as the search finds it. */
export type Section = { id: number; to: string; page: string; title: string; text: string; weight: number }

const TEXT_CHARACTERS = 2_000

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Who asks in words wants the page that explains; the reference is found by its names. */
const weightOf = (to: string): number =>
  to.includes('#object-') ? 0.3 : to.includes('/reference/') ? 0.6 : isForOperators(to) ? 0.8 : 1

/** The text between two headings, each under the address of its heading. */
export function listSections(all: Rendered[]): Section[] {
  const sections = all.flatMap(({ page, content }) => {
    const [first = '', ...rest] = content.split(/(?=<h[23] id=)/)
    const { slug, title: name } = page
    const own = { to: addressOf(slug), page: name, title: name, text: plain(first) }
    const others = rest.map((html) => {
      const [, id = ''] = /^<h[23] id="([^"]*)"/.exec(html) ?? []
      const [heading = ''] = /^<h.*?<\/h[23]>/s.exec(html) ?? []
      const text = plain(html.slice(heading.length))
      return { to: `${addressOf(page.slug)}#${id}`, page: page.title, title: plain(heading), text }
    })
    return [own, ...others]
  })
  return sections.map((section, id) => ({
    id,
    ...section,
    text: section.text.slice(0, TEXT_CHARACTERS),
    weight: weightOf(section.to),
  }))
}

/** The index as the browser loads it: built here, because a phone builds it slower than it loads it. */
export function writeIndex(sections: Section[]): string {
  const search = new MiniSearch<Section>(searchOptions)
  search.addAll(sections)
  return JSON.stringify(search)
}
