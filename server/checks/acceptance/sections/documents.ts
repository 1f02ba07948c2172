import { API_VERSION } from '../api.ts'
import { expectMatch, expectText, expectThat } from '../expect.ts'
import { expectOk, expectRefusals } from '../expect-answer.ts'
import type { Section, Suite } from '../suite.ts'

type OpenApi = { openapi: string; paths: Record<string, Record<string, unknown>> }
type Versions = { version: string; clientVersion: string; guideVersion: string }

/** Every HTTP route that the interface names. */
const routes: [method: string, path: string][] = [
  ['get', '/api/gen/credits'],
  ['post', '/api/gen/image'],
  ['get', '/api/gen/image'],
  ['post', '/api/gen/video'],
  ['get', '/api/gen/media'],
  ['get', '/api/gen/media/{id}'],
  ['get', '/api/gen/products/{id}/reference'],
  ['post', '/api/gen/products/{id}/attach'],
  ['post', '/api/agent/ceps'],
  ['get', '/api/agent/ceps'],
  ['get', '/api/mcp/svc_mcp.py'],
]

const openPaths = [
  '/health',
  '/llms.txt',
  '/api/version',
  '/api/mcp/svc_mcp.py',
  '/.well-known/skills/index.json',
]

export const documents: Section = {
  name: 'documents',
  async run(suite) {
    const { api, check } = suite
    await check('OpenAPI 3.1 lists every route of the interface', async () => {
      const { openapi, paths } = await expectOk(api.call<OpenApi>('GET', '/openapi.json'), 'openapi')
      expectThat(/^3\.1/.test(openapi), `openapi has version ${openapi}`)
      for (const [method, path] of routes)
        expectThat(paths[path]?.[method] !== undefined, `${method} ${path}`)
    })
    await check('open endpoints need no key, and one reports the versions', () => checkOpen(suite))
    await check('unknown paths and methods are 404 with an error body', () => {
      const { owner } = suite.callers
      return expectRefusals(404, {
        path: owner.get('/api/no/such'),
        method: api.call('PUT', '/api/gen/credits', { key: owner.apiKey }),
      })
    })
  },
}

async function checkOpen({ api }: Suite): Promise<void> {
  for (const path of openPaths) expectMatch((await api.call('GET', path)).status, 200, path)
  const versions = await expectOk(api.call<Versions>('GET', '/api/version'), 'version')
  expectMatch(versions.version, API_VERSION, 'version')
  expectText(versions.clientVersion, 'clientVersion')
  expectText(versions.guideVersion, 'guideVersion')
}
