import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error The package has no types; `Config` is the part that is used.
import Eleventy from '@11ty/eleventy'
// @ts-expect-error The package has no types; it is only handed on.
import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight'
import { type Assets, type Heading, writeDocument } from './layout.ts'
import { type Library, nameHeadings } from './name-headings.ts'
import { type Page, pages } from './pages.ts'
import { readPage } from './read-page.ts'

/** The part of Eleventy that is used here; the package has no types. */
type Config = {
  addPlugin(plugin: unknown): void
  addTemplate(path: string, content: string, data: object): void
  amendLibrary(name: 'md', change: (library: Library) => void): void
  addTransform(name: string, change: (this: { page: { outputPath: string } }, html: string) => string): void
  setQuietMode(isQuiet: boolean): void
}

/** A page as it was rendered, without the document around it. */
export type Rendered = { page: Page; content: string; headings: Heading[] }

/**
 * Renders every page into a folder. The Markdown is handed over as virtual templates, because it comes from
 * two places: the files in docs/ and the contract. Its text is not a template: `{{` stays as it is.
 */
export async function renderSite(folder: string, assets: Assets): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  const headings = new Map<string, Heading[]>()
  const input = join(folder, '..', '.input')
  mkdirSync(input, { recursive: true })
  const eleventy = new Eleventy(input, folder, {
    quietMode: true,
    configPath: false,
    config: (config: Config) => {
      config.setQuietMode(true)
      config.addPlugin(syntaxHighlight)
      config.amendLibrary('md', (library) => nameHeadings(library, headings))
      for (const page of pages)
        config.addTemplate(`${page.slug}.md`, readPage(page), {
          permalink: `${page.slug}.html`,
          templateEngineOverride: 'md',
        })
      config.addTransform('document', function (html) {
        const page = pages.find(({ slug }) => this.page.outputPath.endsWith(`/${slug}.html`))
        if (!page) throw new Error(`${this.page.outputPath} is not a page of the site.`)
        const content = foldTables(html)
        rendered.push({ page, content, headings: headings.get(titleOf(html)) ?? [] })
        return writeDocument(page, content, headings.get(titleOf(html)) ?? [], assets)
      })
    },
  })
  await eleventy.write()
  return rendered
}

/** Pages have different titles, so the title finds the headings of a page. */
const titleOf = (html: string): string => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''

/** A wide table scrolls by itself, also from the keyboard, instead of the page. */
const foldTables = (html: string): string =>
  html
    // The line ends between cells are 3 kB of the longest page.
    .replaceAll(/>\s+(?=<\/?(?:table|thead|tbody|tr|th|td)\b)/g, '>')
    .replaceAll(/<table>.*?<\/table>/gs, labelCells)
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')

/**
 * On a phone the cells of a row stand below each other, without the head of the table. So each cell says its
 * column, except where there are two columns, and in tables of fields, whose cells speak for themselves.
 */
function labelCells(table: string): string {
  const names = [...table.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) => plainOf(name))
  if (names.length < 3 || names[0] === 'field') return table
  return table.replaceAll(/<tr>.*?<\/tr>/gs, (row) => {
    let at = 0
    return row.replaceAll(/<td(?=[ >])/g, () => {
      const name = names[at++]
      return at === 1 || !name ? '<td' : `<td data-label="${name}"`
    })
  })
}

/** Entities stay: the text becomes an attribute. */
const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('"', '&quot;')
    .trim()
