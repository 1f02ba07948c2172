import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AddressCase, PUBLIC } from '../../checks/addresses/address-case.ts'
import { openEnvironment } from '../../checks/addresses/open-environment.ts'
import { newId } from '../../src/platform/ids/index.ts'
import type { FileSource } from '../../src/platform/providers/index.ts'
import { storeFiles } from '../../src/production/results/index.ts'
import { useSystem } from '../use-system.ts'

const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** A simulated internet on loopback, with hosts that redirect. */
const environment = await openEnvironment()
const redirect = (location: string): NonNullable<AddressCase['sites']>[string] => ({
  answers: [[PUBLIC]],
  serve: (_, response) => void response.writeHead(302, { location }).end(),
})
const sites: AddressCase['sites'] = {
  'files.public.example': { answers: [[PUBLIC]], serve: (_, response) => void response.end(picture) },
  'private.public.example': { answers: [['10.0.0.7']] },
  'to-files.public.example': redirect('https://files.public.example/a.jpg'),
  'to-private.public.example': redirect('https://private.public.example/a.jpg'),
  'to-others.public.example': redirect('https://others.example/a.jpg'),
}
environment.add([{ sites } as AddressCase])
const system = useSystem({}, (app) => {
  app.fetcher = environment.open()
})
afterAll(() => environment.close())

/** The configured origin. Each download breaks twice, after some bytes more. */
let requests: (string | undefined)[] = []
const own = createServer((request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  requests.push(request.headers.range)
  const headers = { etag: '"one"', 'accept-ranges': 'bytes', 'content-length': picture.length - from }
  const range = { 'content-range': `bytes ${from}-${picture.length - 1}/${picture.length}` }
  response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, ...range } : headers)
  if (requests.length > 2) return void response.end(picture.subarray(from))
  response.write(picture.subarray(from, from + 20), () => setTimeout(() => response.destroy(), 50))
})
beforeAll(async () => once(own.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => own.close())

const ownOrigin = () => `http://127.0.0.1:${(own.address() as AddressInfo).port}`

async function store(source: FileSource) {
  const job = { id: newId('media'), kind: 'image' as const, leftMs: 60_000 }
  const hosts = { fileHosts: ['https://*.public.example'], ownOrigin: ownOrigin() }
  const [stored] = await storeFiles(system().app, job, [{ index: 0, source }], hosts)
  return stored
}

const at = (host: string): FileSource => ({ kind: 'url', url: `https://${host}/a.jpg` })

test('a file is taken from any allowed host, also after a redirect', async () => {
  for (const host of ['files', 'to-files'])
    expect(await store(at(`${host}.public.example`))).toMatchObject({ kind: 'stored' })
})

test.each([
  ['another host', at('others.example')],
  ['a redirect to another host', at('to-others.public.example')],
  ['an address in a private network', at('private.public.example')],
  ['a redirect to one', at('to-private.public.example')],
  ['another port', { kind: 'url', url: 'https://files.public.example:8443/a.jpg' }],
  ['a plain connection', { kind: 'url', url: 'http://files.public.example/a.jpg' }],
  ['a user name in the address', { kind: 'url', url: 'https://me@files.public.example/a.jpg' }],
  ['no address', { kind: 'url', url: 'a.jpg' }],
] as [string, FileSource][])('%s is refused', async (_, source) => {
  expect(await store(source)).toMatchObject({ kind: 'unusable' })
  expect(environment.seen.canary).toBe(0)
})

test('a download that breaks goes on where it broke', async () => {
  requests = []
  const stored = await store({ kind: 'url', url: `${ownOrigin()}/a.png` })
  expect(stored).toMatchObject({ kind: 'stored', file: { sizeBytes: picture.length } })
  expect(requests).toEqual([undefined, 'bytes=20-', 'bytes=40-'])
})

test('a stream is stored like a download', async () => {
  const stored = await store({ kind: 'stream', open: async () => Readable.from([picture]) })
  expect(stored).toMatchObject({ kind: 'stored', file: { width: 64, sizeBytes: picture.length } })
})
