import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the page needs no key and ignores one', async () => {
  const { call } = system()
  const [open, keyed] = await Promise.all([call('GET', '/docs'), call('GET', '/docs', { key: 'hsk_half' })])
  expect([open.status, keyed.status]).toEqual([200, 200])
  expect(keyed.body).toBe(open.body)
})

test('the page runs no script, loads nothing and cannot be framed', async () => {
  const { headers, body } = await system().call('GET', '/docs')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(body).not.toMatch(/<script|<iframe|<img|<link|<form|\ssrc=|\sstyle=|\son\w+=|url\(/i)
  const hrefs = [...body.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href)
  expect(hrefs.filter((href) => !/^(#|\/(openapi\.json|llms\.txt)$)/.test(href ?? ''))).toEqual([])
})

test('other methods are answered 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    expect((await system().call(method, '/docs')).status).toBe(404)
})
