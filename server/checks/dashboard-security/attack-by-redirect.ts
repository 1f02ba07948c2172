import type { Failures } from '../../harness/attacks/index.ts'
import { sendRequest } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'
import { openWindow, signInOnPage } from './sign-in.ts'

const OTHER = 'other.example'

/** Ways to write an address of another site so that it looks like a path. */
const WAYS = [
  `//${OTHER}/`,
  `/\\${OTHER}/`,
  `/\t/${OTHER}/`,
  `\\\\${OTHER}/`,
  `https://${OTHER}/`,
  `https:${OTHER}`,
  'javascript:document.title="ran"',
]

/** A link to the sign-in page never leads to another site, and no path of ours does. */
export async function attackByRedirect(world: World, { unless }: Failures): Promise<void> {
  const target = { baseUrl: world.baseUrl, headers: { accept: 'text/html' } }
  for (const way of WAYS) {
    const written = encodeURI(way)
    for (const path of [
      `/sign-in?next=${encodeURIComponent(way)}`,
      written.startsWith('/') ? written : '/',
    ]) {
      const { headers } = await sendRequest(target, 'GET', path)
      unless(headers.location === undefined, `${path} is redirected to ${headers.location}`)
    }
  }
  const user = world.takeUser()
  for (const way of WAYS) {
    const { left, place } = await followNext(world, user, way)
    unless(left.length === 0, `next=${JSON.stringify(way)} led to ${left.join(', ')}`)
    unless(place === '/', `next=${JSON.stringify(way)} ended at ${place}, not in the dashboard`)
  }
  const honest = await followNext(world, user, '/credits?mode=test')
  unless(honest.place === '/credits?mode=test', `an own page is lost: it ended at ${honest.place}`)
}

/** Signs in by such a link. Says which other sites were asked for, and where the page is then. */
async function followNext(
  world: World,
  user: { email: string; password: string },
  next: string,
): Promise<{ left: string[]; place: string }> {
  const { context, page } = await openWindow(world)
  const left: string[] = []
  await context.route(
    (url) => url.origin !== world.baseUrl && url.protocol !== 'blob:',
    async (route) => {
      left.push(new URL(route.request().url()).host)
      await route.abort()
    },
  )
  const path = `/sign-in?next=${encodeURIComponent(next)}`
  const failure = await signInOnPage(page, world, user, path).catch((error: Error) => error)
  const { pathname, search } = new URL(page.url())
  const title = await page.title().catch(() => '')
  await context.close()
  if (failure) return { left, place: `${pathname}, and stayed there` }
  return { left: title === 'ran' ? [...left, 'a script'] : left, place: pathname + search }
}
