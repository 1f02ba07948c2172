import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, DOCS, type Page, pages } from './pages.ts'
import { groups, writeErrorsPage, writeGroup } from './reference/write-group.ts'
import { tables } from './tables.ts'

/** The Markdown of a page, from docs/ or from the contract. Links lead to addresses of the site. */
export function readPage({ slug, file }: Page): string {
  if (file !== undefined) return toSite(readFileSync(join(DOCS, file), 'utf8'), file)
  const group = groups.find((one) => `reference/${one.slug}` === slug)
  return linkReference(group ? writeGroup(group) : writeErrorsPage())
}

const linkReference = (text: string): string => text.replaceAll('](/reference/', '](/docs/reference/')

/**
 * A link to another page becomes its address. What is only in the repository, such as code and decisions,
 * stays as text, because a reader of the site may not have the repository.
 */
const toSite = (text: string, file: string): string =>
  fillTables(text, file).replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, mark, label, target) => {
    const [path = '', anchor] = String(target).split('#')
    if (/^(https?:|\/|#)/.test(target)) return whole
    if (mark === '!') return `![${label}](/docs/pictures/${path.replace(/^pictures\//, '')})`
    const known = pages.find((page) => page.file === path)
    if (known) return `[${label}](${addressOf(known.slug)}${anchor === undefined ? '' : `#${anchor}`})`
    const generated = /^reference:([\w-]+)$/.exec(path)
    if (generated)
      return `[${label}](/docs/reference/${generated[1]}${anchor === undefined ? '' : `#${anchor}`})`
    if (!existsSync(join(DOCS, path))) throw new Error(`${file} links to ${target}, which does not exist.`)
    return label
  })

/** `<!-- table: prices -->` stands for a table that is written from the contract. */
const fillTables = (text: string, file: string): string =>
  text.replaceAll(/<!-- table: (\w+) -->/g, (_, name) => {
    const table = tables[name]
    if (!table) throw new Error(`${file} asks for the table ${name}, which does not exist.`)
    return table()
  })
