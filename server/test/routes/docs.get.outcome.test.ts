import { endpoints, refusalCodes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const read = async (): Promise<string> => (await system().call('GET', '/docs')).body

test('the page describes every endpoint and every refusal', async () => {
  const page = await read()
  for (const [name, { path }] of Object.entries(endpoints)) {
    expect(page).toContain(`<article class="endpoint" id="${name}">`)
    expect(page).toContain(`<code>${path}</code>`)
  }
  for (const code of refusalCodes) expect(page).toContain(`id="error-${code}"`)
})

test('every link of the page has a target, and every id is unique', async () => {
  const page = await read()
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([])
})

test('the page contains the base URL of this system, never a placeholder', async () => {
  const page = await read()
  expect(page).toContain(`export BASE=${system().baseUrl}`)
  expect(page).not.toMatch(/atelier\.example|base_url|undefined|\[object/)
})

test('an unchanged page is answered 304', async () => {
  const { call } = system()
  const first = await call('GET', '/docs')
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const again = await call('GET', '/docs', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([again.status, again.body]).toEqual([304, ''])
  const head = await call('HEAD', '/docs')
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', first.headers.get('etag')])
})
