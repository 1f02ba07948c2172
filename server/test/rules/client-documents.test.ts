import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { at, serveBytes } from '../../checks/addresses/address-case.ts'
import { openEnvironment } from '../../checks/addresses/open-environment.ts'
import { giveConsent } from '../../src/edge/routes/account-consents.post.ts'
import { readAskedConsent } from '../../src/edge/routes/account-consents-review.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

/** A simulated internet in which clients have their documents. */
const environment = await openEnvironment()
const system = useSharedSystem()
const url = useOwnApi([readAskedConsent, giveConsent], {}, (app) => {
  const defaultFetcher = app.fetcher
  app.fetcher = environment.open()
  void defaultFetcher.close()
})
afterAll(() => environment.close())

const JSON_TYPE = { 'content-type': 'application/json' }
let hosts = 0

type Site = {
  answers?: string[][]
  serve?: RequestListener
  document?: (id: string) => unknown
  path?: string
}

/** A client whose id is the address of its document. Returns what the owner is shown, and the requests. */
async function openClient({ answers, serve, document, path = '/client.json' }: Site = {}) {
  const host = `client-${++hosts}.public.example`
  const id = at(`${host}${path}`)
  const redirect_uris = [at(`${host}/callback`)]
  const described = document?.(id) ?? { client_id: id, client_name: 'Night agent', redirect_uris }
  const send = serve ?? serveBytes(Buffer.from(JSON.stringify(described)), JSON_TYPE)
  let requests = 0
  const counted: RequestListener = (request, response) => {
    requests++
    send(request, response)
  }
  const site = { serve: counted, ...(answers && { answers }) }
  environment.add([{ name: host, url: id, ends: 'picture', sites: { [host]: site } }])
  const { headers } = await openSession(system().db)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirect_uris[0] ?? '',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${system().baseUrl}/mcp`,
  })
  const review = () =>
    system().call('POST', `${url()}/api/account/consents/review`, {
      headers,
      body: { request: query.toString() },
    })
  return { id, host, review, requests: () => requests }
}

test('a client is known by its document, without any registration', async () => {
  const { id, host, review } = await openClient()
  const { status, body } = await review()
  expect(status).toBe(200)
  expect(body.asked).toMatchObject({
    client: { id, name: 'Night agent', host, verifiedHost: host },
    warnings: [],
  })
})

test('a document is kept, and one without a name is called after its host', async () => {
  const { review, requests, host } = await openClient({
    document: (client_id) => ({ client_id, redirect_uris: [client_id.replace('client.json', 'callback')] }),
  })
  expect((await review()).body.asked.client.name).toBe(host)
  await review()
  expect(requests()).toBe(1)
})

const page = (status: number, headers: Record<string, string>): RequestListener =>
  serveBytes(Buffer.from('{}'), headers, status)

test.each<[string, Site]>([
  ['at a private address', { answers: [['10.0.0.7']] }],
  ['at the address of this machine', { answers: [['127.0.0.1']] }],
  ['at the address of the metadata of a cloud', { answers: [['169.254.169.254']] }],
  ['at a public and a private address', { answers: [['8.8.8.8', '192.168.0.1']] }],
  ['at the address of this machine in another spelling', { answers: [['::ffff:127.0.0.1']] }],
  ['that redirects', { serve: page(302, { location: 'https://other.public.example/client.json' }) }],
  ['that is missing', { serve: page(404, JSON_TYPE) }],
  ['that is a page', { serve: page(200, { 'content-type': 'text/html' }) }],
  ['that is no JSON', { serve: serveBytes(Buffer.from('no'), JSON_TYPE) }],
  ['that is too large', { document: (client_id) => ({ client_id, redirect_uris: ['x'.repeat(20_000)] }) }],
  ['of another client', { document: (id) => ({ client_id: `${id}x`, redirect_uris: [id] }) }],
  ['without addresses', { document: (client_id) => ({ client_id }) }],
  [
    'with a script as its address',
    { document: (client_id) => ({ client_id, redirect_uris: ['javascript:x'] }) },
  ],
  ['at the root of a host', { path: '/' }],
])('a client with a document %s is not known, and nobody is told why', async (_, site) => {
  const { review } = await openClient(site)
  const { status, body } = await review()
  expect([status, body.field, body.redirectTo]).toEqual([400, 'client_id', undefined])
  expect(body.error).toBe('This client is not known here, or its document cannot be read.')
})

test('no request reached an address of our own network', () => {
  expect(environment.seen.canary).toBe(0)
})
