import { endpoints, refusalCodes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const read = async (): Promise<string> => (await system().call('GET', '/docs')).body

test('the page tells of every endpoint and every refusal', async () => {
  const page = await read()
  for (const [name, { path }] of Object.entries(endpoints)) {
    expect(page).toContain(`<article class="endpoint" id="${name}">`)
    expect(page).toContain(`<code>${path}</code>`)
  }
  for (const code of refusalCodes) expect(page).toContain(`id="error-${code}"`)
})

test('every link of the page leads somewhere, and every place has one name', async () => {
  const page = await read()
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([])
})

test('the page tells where this system is, never where the examples are', async () => {
  const page = await read()
  expect(page).toContain(`export BASE=${system().baseUrl}`)
  expect(page).not.toMatch(/atelier\.example|base_url|undefined|\[object/)
})

test('what a browser has already is not sent again', async () => {
  const { call } = system()
  const first = await call('GET', '/docs')
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const again = await call('GET', '/docs', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([again.status, again.body]).toEqual([304, ''])
  const head = await call('HEAD', '/docs')
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', first.headers.get('etag')])
})
