/**
 * Whether an address is a path of our own pages. `//other.example` would leave them, and so would the same
 * with a backslash or with a tab in between: browsers read all of them as an address of another site.
 */
export const isOwnPath = (path: string, origin: string): boolean =>
  path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
