/** What Stripe reads in a form: `a[b][0][c]=1` is nested, and every value is a text. */
export type Nested = { [name: string]: string | Nested }

export function parseForm(text: string): Nested {
  const root: Nested = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const keys = path.replaceAll(']', '').split('[')
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = at[key]
      at = at[key] = typeof next === 'object' ? next : {}
    }
    at[keys.at(-1) as string] = value
  }
  return root
}

export const nestedOf = (value: string | Nested | undefined): Nested =>
  typeof value === 'object' ? value : {}

export const textOf = (value: string | Nested | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** A flat object of texts, such as metadata. */
export const textsOf = (value: string | Nested | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(nestedOf(value)).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])),
  )

/** The values of a list, `types[]=a&types[]=b` or `types[0]=a`. */
export const listOf = (query: URLSearchParams, name: string): string[] =>
  [...query].flatMap(([key, value]) => (key.replace(/\[\d*\]$/, '') === name ? [value] : []))
