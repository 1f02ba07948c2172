import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const SKILL = 'produce-product-creative'
const ALL = ['index.json', `${SKILL}/SKILL.md`]

test.each(ALL)('%s needs no key, ignores one, and is never run by a browser', async (file) => {
  const { call } = system()
  const [open, keyed] = await Promise.all([
    call('GET', `/.well-known/agent-skills/${file}`),
    call('GET', `/.well-known/agent-skills/${file}`, { key: 'hsk_half' }),
  ])
  expect([open.status, keyed.status, keyed.body]).toEqual([200, 200, open.body])
  expect(open.headers.get('x-content-type-options')).toBe('nosniff')
  expect(open.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  )
  expect(JSON.stringify(open.body)).not.toMatch(/hsk_[0-9A-Za-z]{8}/)
  // Any site may read it, but not with the cookies of a user.
  expect(open.headers.has('access-control-allow-credentials')).toBe(false)
})

test('a file is found only by its exact name', async () => {
  const names = [
    '',
    SKILL,
    `${SKILL}/skill.md`,
    `${SKILL}/index.json`,
    `${SKILL}%2fSKILL.md`,
    '..%2fskills/index.json',
    '..%2f..%2fsvc_mcp.py',
    '../../package.json',
    `${'x'.repeat(201)}/SKILL.md`,
  ]
  for (const name of names) {
    const { status, headers } = await system().call('GET', `/.well-known/agent-skills/${name}`)
    expect([name, status, headers.has('x-content-sha256')]).toEqual([name, 404, false])
  }
})

test('other methods are answered 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    for (const file of ALL)
      expect((await system().call(method, `/.well-known/agent-skills/${file}`)).status).toBe(404)
})
