import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocs, readDocsPage } from '../../src/edge/routes/docs.get.ts'
import { readLlmsFull } from '../../src/edge/routes/llms-full.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const parent = mkdtempSync(join(tmpdir(), 'atelier-docs-'))
const folder = join(parent, 'dist')
const BUILD = join(import.meta.dirname, '..', '..', '..', 'site', 'build.ts')

beforeAll(() => {
  execFileSync(process.execPath, [BUILD, folder], { stdio: 'pipe' })
}, 600_000)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const system = useSharedSystem()
const url = useOwnApi([readDocs, readDocsPage, readLlmsFull], { DOCS_DIR: folder })

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url()}${path}`, { headers, redirect: 'manual' })

test('pages are served under a policy that runs and loads only our files, and cannot be framed', async () => {
  for (const path of ['/docs', '/docs/quick-start', '/docs/reference/media', '/docs/']) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ])
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son\w+="/)
  }
})

test('pages are compressed, and answered 304 when they have not changed', async () => {
  const plain = await get('/docs/reference/knowledge', { 'accept-encoding': 'identity' })
  const size = (await plain.arrayBuffer()).byteLength
  for (const encoding of ['br', 'gzip']) {
    const answer = await get('/docs/reference/knowledge', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(size / 5)
  }
  const etag = plain.headers.get('etag') ?? ''
  expect([plain.headers.get('cache-control'), etag.length > 10]).toEqual(['no-cache', true])
  expect((await get('/docs/reference/knowledge', { 'if-none-match': etag })).status).toBe(304)
})

test('what a page loads is kept for ever, because its name changes with it', async () => {
  const page = await (await get('/docs')).text()
  const names = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    const answer = await get(name)
    const isIndex = name.endsWith('/index.json')
    expect([name, answer.status]).toEqual([name, 200])
    expect(answer.headers.get('cache-control')).toBe(
      isIndex ? 'no-cache' : 'public, max-age=31536000, immutable',
    )
  }
})

test('nothing outside the folder is served, and an unknown page is answered 404', async () => {
  for (const path of [
    'no-such-page',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    'assets',
    'index.html.br',
    '',
  ])
    expect([path, (await get(`/docs/${path || 'assets/'}`)).status]).toEqual([path, 404])
})

test('the text for models has the address of the service', async () => {
  const answer = await get('/llms-full.txt')
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(`claude mcp add --transport http --scope user svc ${system().baseUrl}/mcp`)
  expect(text).not.toContain('atelier.example')
})

test('where nothing was built, /docs lists the interface and its other addresses lead there', async () => {
  const { call, baseUrl } = system()
  expect((await call('GET', '/docs')).body).toContain('id="submitImage"')
  const page = await fetch(`${baseUrl}/docs/quick-start`, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([302, '/docs'])
  expect((await call('GET', '/llms-full.txt')).status).toBe(404)
})
