import type { Heading } from './layout.ts'

type Token = {
  type: string
  tag: string
  content: string
  children: Token[] | null
  attrSet(name: string, value: string): void
}

/** The part of markdown-it that is used here. */
export type Library = {
  set(options: { html: boolean; linkify: boolean }): void
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } }
  renderer: { renderInline(tokens: Token[], options: object, env: object): string }
  options: object
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const OWN_ID = /\s*\{#([\w-]+)\}$/

/**
 * Every heading has an id, so that it can be linked to: the one that it names as `{#id}`, or else its words
 * as the pages of a repository have it. The headings of a page are kept under its title.
 */
export function nameHeadings(library: Library, found: Map<string, Heading[]>): void {
  library.set({ html: true, linkify: false })
  library.core.ruler.push('name_headings', ({ tokens }) => {
    const headings: Heading[] = []
    const used = new Map<string, number>()
    let title = ''
    for (const [at, token] of tokens.entries()) {
      const inline = tokens[at + 1]
      if (token.type !== 'heading_open' || !inline) continue
      const own = OWN_ID.exec(inline.content)?.[1]
      if (own !== undefined) cutOwnId(inline)
      const text = (inline.children ?? []).map(({ content }) => content).join('')
      const base = own ?? slugOf(text)
      const times = used.get(base) ?? 0
      used.set(base, times + 1)
      const id = times === 0 ? base : `${base}-${times}`
      token.attrSet('id', id)
      if (token.tag === 'h1')
        title = library.renderer.renderInline(inline.children ?? [], library.options, {})
      else headings.push({ id, text, level: Number(token.tag.slice(1)) })
    }
    found.set(title, headings)
  })
}

function cutOwnId(inline: Token): void {
  inline.content = inline.content.replace(OWN_ID, '')
  const last = inline.children?.at(-1)
  if (last) last.content = last.content.replace(OWN_ID, '')
}
