import { type Endpoint, endpoints, exampleId, twins } from '@atelier/contract'
import type { Failures } from '../../harness/attacks/index.ts'
import { drawPicture, type SeededUser, sendRequest, writeForm } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'
import { openSession, openWindow, sendSignIn, signInOnPage, userOfWindow } from './sign-in.ts'

const FORGED = 'forged by another site'

/** Every endpoint that changes something for a session. */
const changing: Endpoint[] = [...Object.values(endpoints), ...twins].filter(
  ({ auth, method }: Endpoint) => auth === 'session' && method !== 'GET',
)

const pathOf = ({ path, params }: Endpoint): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = name === 'mode' ? 'live' : params?.shape[name]?.meta()?.example
    return String(example ?? exampleId('media'))
  })

/** What a browser says about a request that another site made. */
const foreign: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://other.example' },
  { origin: 'null' },
]

/** No site but our own makes a browser change anything, and none signs it in as another user. */
export async function attackAcrossSites(world: World, failures: Failures): Promise<void> {
  await tryEndpoints(world, failures)
  await trySignIn(world, failures)
  for (const site of [world.otherSite.sameSite, world.otherSite.crossSite])
    await tryInBrowser(world, site, failures)
}

async function tryEndpoints(world: World, { unless }: Failures): Promise<void> {
  const { baseUrl } = world
  const { cookie } = await openSession(world, world.takeUser())
  for (const endpoint of changing) {
    const { method, form } = endpoint
    const path = pathOf(endpoint)
    const send = async (headers: Record<string, string>, isPlain = false) => {
      const body = isPlain ? { text: '{}' } : form ? { form: await writeForm({}) } : { body: {} }
      return sendRequest({ baseUrl, headers: { cookie, ...headers } }, method, path, body)
    }
    for (const headers of foreign) {
      const { status, body } = await send(headers)
      unless(body?.code === 'unauthorized', `${method} ${path} takes ${JSON.stringify(headers)}: ${status}`)
    }
    const own = { 'sec-fetch-site': 'same-origin' }
    const plain = await send({ ...own, 'content-type': 'text/plain' }, true)
    unless(plain.body?.code === 'unauthorized', `${method} ${path} takes text/plain: ${plain.status}`)
    if (path === '/api/account/session') continue
    // The same request from our own page goes further, so nothing else refused it.
    const honest = await send(own)
    unless(honest.status !== 401, `${method} ${path} refuses our own page`)
  }
}

async function trySignIn(world: World, { unless }: Failures): Promise<void> {
  const user = world.takeUser()
  for (const headers of foreign) {
    const { status } = await sendSignIn(world, user, { headers })
    unless(status === 401, `a sign-in with ${JSON.stringify(headers)} is answered ${status}`)
  }
}

async function tryInBrowser(world: World, site: string, { unless }: Failures): Promise<void> {
  const [user, attacker] = [world.takeUser(), world.takeUser()]
  const { context, page } = await openWindow(world)
  await signInOnPage(page, world, user)
  const picture = (await drawPicture()).toString('base64')
  world.otherSite.show(writePage(world.baseUrl, attacker, picture))
  await page.goto(site)
  await page.waitForFunction(`document.title === 'done'`)
  const signedIn = await userOfWindow(context, world)
  await context.close()
  unless(signedIn === user.email, `after a visit of ${site} the browser is signed in as ${signedIn}`)
  const { call } = await openSession(world, user)
  const { keys } = await call('GET', '/api/account/keys')
  unless(!keys.some(({ name }: { name: string }) => name === FORGED), `${site} made a key`)
  const { assets } = await call('GET', '/api/owner/live/gen/assets')
  unless(assets.length === 0, `${site} stored a picture`)
  const { media } = await call('GET', '/api/owner/live/gen/media')
  unless(media.length === 0, `${site} ordered ${media.length} jobs`)
}

/** Everything that a page can send without asking first, and some that it has to ask for. */
function writePage(baseUrl: string, { email, password }: SeededUser, picture: string): string {
  const key = JSON.stringify({ name: FORGED })
  const credentials = JSON.stringify({ email, password })
  const order = JSON.stringify({ prompt: FORGED })
  return `
    <iframe name="answer"></iframe>
    <form id="plain" method="post" enctype="text/plain" target="answer" action="${baseUrl}/api/account/keys">
      <input name='{"name":"${FORGED}","x":"' value='"}'>
    </form>
    <form id="fields" method="post" enctype="multipart/form-data" target="answer"
      action="${baseUrl}/api/owner/live/gen/video">
      <input name="prompt" value="${FORGED}"><input name="durationSeconds" value="6">
    </form>
    <script>
      const send = (path, body, more = {}) =>
        fetch('${baseUrl}' + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body, ...more })
      const asJson = { mode: 'cors', headers: { 'content-type': 'application/json' } }
      const bytes = Uint8Array.from(atob('${picture}'), (one) => one.charCodeAt(0))
      const form = new FormData()
      form.set('file', new Blob([bytes], { type: 'image/png' }), 'picture.png')
      const submit = (id) => new Promise((resolve) => {
        const answer = document.querySelector('iframe')
        answer.onload = answer.onerror = resolve
        document.getElementById(id).submit()
        setTimeout(resolve, 3000)
      })
      const calls = [
        send('/api/account/keys', '${key}'),
        send('/api/account/keys', '${key}', asJson),
        send('/api/owner/live/gen/image', '${order}'),
        send('/api/owner/live/gen/image', '${order}', asJson),
        send('/api/owner/live/gen/assets', form),
        send('/api/account/session', '${credentials}'),
        send('/api/account/session', '${credentials}', asJson),
        send('/api/account/session', undefined, { mode: 'cors', method: 'DELETE' }),
      ]
      Promise.allSettled(calls)
        .then(() => submit('plain'))
        .then(() => submit('fields'))
        .then(() => { document.title = 'done' })
    </script>`
}
