import { get } from 'node:http'
import type { Media } from '@atelier/contract'
import type { Api } from '../api.ts'
import { absentId } from '../caller.ts'
import { expectMatch, expectOneOf, expectThat } from '../expect.ts'
import { runImage } from '../jobs.ts'
import type { Section } from '../suite.ts'

export const files: Section = {
  name: 'files',
  async run({ api, check, takeUser }) {
    const media = await runImage(takeUser())
    await check('the file needs no key, and has its type, length, strong ETag, public cache and ranges', () =>
      checkFile(api, media.videoUrl ?? ''),
    )
    await check('absent, malformed and path-climbing file names are refused', () =>
      checkFileNames(api.baseUrl, media),
    )
  },
}

type FetchFile = (headers: Record<string, string>, method?: string) => Promise<Response>

async function checkFile(api: Api, url: string): Promise<void> {
  const fetchFile: FetchFile = (headers, method = 'GET') => api.fetch(method, url, { headers })
  const answer = await fetchFile({})
  const header = (name: string) => answer.headers.get(name) ?? ''
  const bytes = Buffer.from(await answer.arrayBuffer())
  const etag = header('etag')
  const open = [header('x-content-type-options'), header('access-control-allow-origin')]
  expectMatch(
    [answer.status, ...open, Number(header('content-length'))],
    [200, 'nosniff', '*', bytes.length],
    'status, nosniff, any origin, content-length',
  )
  expectThat(/^image\//.test(header('content-type')), `content-type ${header('content-type')}`)
  expectThat(/^"[^"]+"$/.test(etag), `strong etag ${etag}`)
  expectThat(/public/.test(header('cache-control')), 'cache-control is public')
  const maxAgeSeconds = Number(/max-age=(\d+)/.exec(header('cache-control'))?.[1] ?? 0)
  expectThat(maxAgeSeconds >= 300, 'cache-control has a max-age of 300 or more')
  expectMatch((await fetchFile({ 'if-none-match': etag })).status, 304, 'If-None-Match')
  await checkRanges(fetchFile, bytes)
  const head = await fetchFile({}, 'HEAD')
  const found = [head.status, Number(head.headers.get('content-length')), head.headers.get('etag')]
  expectMatch(found, [200, bytes.length, etag], 'HEAD')
}

async function checkRanges(fetchFile: FetchFile, bytes: Buffer): Promise<void> {
  const size = bytes.length
  const ranges: [range: string, from: number, to: number][] = [
    ['10-19', 10, 19],
    ['0-0', 0, 0],
    [`${size - 3}-`, size - 3, size - 1],
    ['-5', size - 5, size - 1],
    [`5-${size + 100}`, 5, size - 1],
  ]
  for (const [range, from, to] of ranges) {
    const part = await fetchFile({ range: `bytes=${range}` })
    const found = [part.status, part.headers.get('content-range')]
    expectMatch(found, [206, `bytes ${from}-${to}/${size}`], `range ${range}`)
    const isPart = Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1))
    expectThat(isPart, `bytes of the range ${range}`)
  }
  expectMatch((await fetchFile({ range: `bytes=${size}-` })).status, 416, 'range past the end')
}

async function checkFileNames(baseUrl: string, { id }: Media): Promise<void> {
  for (const name of [`${absentId('med')}.png`, `${id}.exe`, id])
    expectMatch(await readStatus(baseUrl, name), 404, name)
  const climbing = [
    '../../../../package.json',
    '..%2f..%2f..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    '%00.png',
  ]
  for (const name of climbing) expectOneOf(await readStatus(baseUrl, name), [400, 401, 404], name)
}

/** Sends the path as it is: `fetch` would normalize it first. */
function readStatus(baseUrl: string, name: string): Promise<number | undefined> {
  const { hostname, port } = new URL(baseUrl)
  const path = `/api/photos/serve/generated/${name}`
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}
