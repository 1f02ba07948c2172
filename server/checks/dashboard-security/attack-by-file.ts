import sharp from 'sharp'
import { FormData } from 'undici'
import type { Failures } from '../../harness/attacks/index.ts'
import { drawPicture, sendRequest } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import type { World } from './open-world.ts'
import { openSession, openWindow, type SignedIn } from './sign-in.ts'

const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

const HTML = `<!doctype html><html><body><script>document.title = 'ran'</script></body></html>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
  <script>document.title = 'ran'</script></svg>`
const ASSETS = '/api/owner/live/gen/assets'
const FINISHED_MS = 30_000

/** No upload becomes a page of ours: what is no picture is refused, and a picture is served as one only. */
export async function attackByFile(world: World, failures: Failures): Promise<void> {
  const session = await openSession(world, world.takeUser())
  const { product } = await session.call('POST', '/api/owner/live/gen/products', { body: { name: 'Mug' } })
  const photos = `/api/owner/live/gen/products/${product.id}/reference`
  for (const [path, fields] of [
    [ASSETS, {}],
    [photos, { label: 'front' }],
    ['/api/owner/live/gen/video', { prompt: 'a mug', durationSeconds: '6' }],
  ] as const)
    await tryPages({ world, session, path, fields }, failures)
  const { assets } = await session.call('GET', ASSETS)
  failures.unless(assets.length === 1, `${assets.length - 1} files that are no pictures are stored`)
  for (const address of [...(await hidePages(world, session, failures)), ...(await makeFiles(session))])
    await openFile(world, address, failures)
}

function formOf(bytes: Buffer | string, type: string, name: string): FormData {
  const form = new FormData()
  const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  form.set('file', new Blob([body], { type }), name)
  return form
}

const send = ({ baseUrl }: World, { headers }: SignedIn, path: string, form: FormData) =>
  sendRequest({ baseUrl, headers }, 'POST', path, { form })

type Upload = { world: World; session: SignedIn; path: string; fields: Record<string, string> }

/** A page under the name and the type of a picture. A real picture is taken, so nothing else is refused. */
async function tryPages({ world, session, path, fields }: Upload, { unless }: Failures): Promise<void> {
  const picture = await drawPicture()
  const headed = Buffer.concat([picture.subarray(0, 16), Buffer.from(HTML)])
  const pages: [string, Buffer | string, string, string][] = [
    ['HTML as a PNG', HTML, 'image/png', 'page.png'],
    ['HTML under its own name', HTML, 'text/html', 'page.html'],
    ['HTML behind the first bytes of a PNG', headed, 'image/png', 'page.png'],
    ['a drawing with a script', SVG, 'image/svg+xml', 'drawing.svg'],
    ['a drawing as a PNG', SVG, 'image/png', 'drawing.png'],
  ]
  const upload = async (bytes: Buffer | string, type: string, name: string): Promise<number> => {
    const form = formOf(bytes, type, name)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return (await send(world, session, path, form)).status
  }
  for (const [what, bytes, type, name] of pages) {
    const status = await upload(bytes, type, name)
    unless(status >= 400 && status < 500, `${what} is answered ${status} by ${path}`)
  }
  const honest = await upload(picture, 'image/png', 'picture.png')
  unless(honest === 201, `a real picture is answered ${honest} by ${path}`)
}

/** Real pictures with a page in what is not pixels. Returns the addresses of those that were taken. */
async function hidePages(world: World, session: SignedIn, { unless }: Failures): Promise<string[]> {
  const plain = sharp({ create: { width: 32, height: 24, channels: 3, background: '#c82828' } })
  const exif = { IFD0: { ImageDescription: HTML, Copyright: HTML } }
  const pictures: [string, Buffer][] = [
    ['jpeg', await plain.clone().withExif(exif).jpeg().toBuffer()],
    ['png', await plain.clone().withExif(exif).png().toBuffer()],
    ['webp', await plain.clone().withExif(exif).webp().toBuffer()],
    ['png', Buffer.concat([await plain.clone().png().toBuffer(), Buffer.from(HTML)])],
  ]
  const addresses: string[] = []
  for (const [type, bytes] of pictures) {
    const { status, body } = await send(world, session, ASSETS, formOf(bytes, `image/${type}`, `a.${type}`))
    if (status === 201) addresses.push(body.asset.url)
    else unless(status >= 400 && status < 500, `a picture with a page in it is answered ${status}`)
  }
  unless(addresses.length >= 2, `only ${addresses.length} pictures with a page in them were taken`)
  return addresses
}

/** A generated file and its thumbnail. */
async function makeFiles({ call }: SignedIn): Promise<string[]> {
  const { id } = await call('POST', '/api/owner/live/gen/image', { body: { prompt: 'a mug' } })
  const read = () => call('GET', `/api/owner/live/gen/media/${id}`)
  await waitUntil('the file is made', async () => !(await read()).waiting, { withinMs: FINISHED_MS })
  const { videoUrl, thumbnailUrl } = await read()
  return [videoUrl, thumbnailUrl].filter((address) => typeof address === 'string')
}

/** As a browser gets it that opens the file by itself. */
async function openFile(world: World, address: string, { unless }: Failures): Promise<void> {
  const { pathname } = new URL(address)
  const name = pathname.split('/').slice(-2).join('/')
  const { headers, text } = await sendRequest({ baseUrl: world.baseUrl, headers: {} }, 'GET', pathname)
  const type = String(headers['content-type'])
  unless(/^image\/(png|jpeg|webp)$/.test(type), `${name} is served as ${type}`)
  unless(headers['x-content-type-options'] === 'nosniff', `a browser may guess the type of ${name}`)
  const policy = headers['content-security-policy']
  unless(policy === POLICY, `${name} has the policy ${policy}`)
  unless(!text.includes('<script'), `${name} still has a page in it`)
  const { context, page } = await openWindow(world)
  await page.goto(`${world.baseUrl}${pathname}`)
  const title = await page.title()
  const kind = await page.evaluate<string>('document.contentType')
  await context.close()
  unless(title !== 'ran', `${name} ran as a page`)
  unless(kind === type, `a browser opens ${name} as ${kind}`)
}
