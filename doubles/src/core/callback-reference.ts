/**
 * The caller's own id in a callback address `/cb/<provider>/<id>?p=<part>`: the id, or `id/part`. Providers
 * have no field for it, so this is how the log knows whose purchase a task was.
 */
export function referenceOf(callbackUrl: string | null | undefined): string | null {
  if (!callbackUrl || !URL.canParse(callbackUrl)) return null
  const { pathname, searchParams } = new URL(callbackUrl)
  const id = decodeURIComponent(pathname.split('/').findLast(Boolean) ?? '')
  const part = searchParams.get('p')
  return id === '' ? null : part === null ? id : `${id}/${part}`
}
