import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { answerPage } from '../../src/edge/dashboard/index.ts'
import { readDashboardFiles } from '../../src/platform/dashboard-files/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (path: string, headers = {}) => system().call('GET', path, { headers: { accept, ...headers } })

test.each(['/', '/studio', '/studio/med_0000000000000000000000', '/no/such/page'])(
  'a browser that opens %s gets the page of the dashboard, and asks for it each time',
  async (path) => {
    const { status, headers, body } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('vary')).toMatch(/^accept/)
    expect(body).toContain('/assets/page-1a2b3c4d.js')
    const again = await open(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
  },
)

test.each(['/api/nothing', '/api', '/cb/nobody', '/health/nothing', '/assets/nothing.js', '/nothing.txt'])(
  '%s belongs to programs: a browser gets the same refusal as they do',
  async (path) => {
    const { status, body } = await open(path)
    expect([status, body.code]).toEqual([404, 'not_found'])
  },
)

test('any other client gets the paths of the documents, and each of them exists', async () => {
  const { call } = system()
  const { status, headers, body } = await call('GET', '/')
  expect([status, body]).toEqual([
    200,
    { service: 'Atelier', docs: '/docs', llms: '/llms.txt', openapi: '/openapi.json' },
  ])
  expect(headers.get('vary')).toBe('accept')
  for (const path of [body.docs, body.llms, body.openapi]) expect((await call('GET', path)).status).toBe(200)
  expect((await call('GET', '/studio')).status).toBe(404)
})

test('without a built dashboard no page is answered, so that a browser is sent to the reference', () => {
  const dashboardFiles = readDashboardFiles(`${tmpdir()}/no-such-folder-of-atelier`)
  expect(dashboardFiles).toEqual({ page: undefined, assets: new Map() })
  expect(answerPage({ app: { dashboardFiles }, headers: { accept } } as never, '/')).toBeUndefined()
})
