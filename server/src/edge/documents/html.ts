/** Text that is HTML already; everything else is escaped. */
export type Html = { readonly html: string }

type Interpolation = string | number | Html | readonly Html[] | undefined | false

export const raw = (text: string): Html => ({ html: text })

export const html = (texts: TemplateStringsArray, ...interpolations: Interpolation[]): Html =>
  raw(texts.map((text, at) => text + toHtml(interpolations[at])).join(''))

function toHtml(interpolation: Interpolation): string {
  if (interpolation === undefined || interpolation === false) return ''
  if (typeof interpolation === 'string' || typeof interpolation === 'number')
    return escaped(String(interpolation))
  return 'html' in interpolation ? interpolation.html : interpolation.map((one) => one.html).join('')
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] as string)

/** A text in which backticks mark code. */
export const prose = (text: string): Html => raw(escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'))

/** On a narrow screen the cells of a row are stacked, each with the heading of its column. */
export function table(heads: string[], rows: Html[][]): Html {
  const cells = (row: Html[]) => row.map((cell, at) => html`<td data-head="${heads[at] ?? ''}">${cell}</td>`)
  return html`<table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`
}

/** JSON with syntax colours: one each for names, texts and other values. */
export function json(value: unknown): Html {
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d+(?:\.\d+)?)\b/g
  const text = JSON.stringify(value, null, 2)
  let out = ''
  let from = 0
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match
    const kind = colon ? 'k' : quoted ? 's' : 'n'
    const shown = quoted ?? whole
    out += `${escaped(text.slice(from, match.index))}<b class="${kind}">${escaped(shown)}</b>${colon ?? ''}`
    from = match.index + whole.length
  }
  return raw(out + escaped(text.slice(from)))
}
