import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const SKILL = 'produce-product-creative'
const ALL = ['index.json', `${SKILL}/SKILL.md`]

test.each(ALL)('%s needs no key and ignores one', async (file) => {
  const { call } = system()
  const [open, keyed] = await Promise.all([
    call('GET', `/.well-known/skills/${file}`),
    call('GET', `/.well-known/skills/${file}`, { key: 'hsk_half' }),
  ])
  expect([open.status, keyed.status, keyed.body]).toEqual([200, 200, open.body])
  expect(open.headers.get('x-content-type-options')).toBe('nosniff')
  expect(open.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  )
  expect(JSON.stringify(open.body)).not.toMatch(/hsk_[0-9A-Za-z]{8}/)
})

test('a file is found only by its exact name', async () => {
  const { call } = system()
  const names = [
    '',
    'INDEX.json',
    SKILL,
    `${SKILL}/`,
    `${SKILL}/skill.md`,
    `${SKILL}/SKILL.md%00`,
    `${SKILL}/index.json`,
    `${SKILL}/..%2f${SKILL}%2fSKILL.md`,
    `${SKILL}%2fSKILL.md`,
    `..%2fplugins/index.json`,
    '../../package.json',
    '%2e%2e/package.json',
    'nothing/SKILL.md',
    `${SKILL}/%e0%a4%a`,
    `${'x'.repeat(201)}/SKILL.md`,
  ]
  for (const name of names) {
    const { status, headers } = await call('GET', `/.well-known/skills/${name}`)
    expect([name, status, headers.has('x-content-sha256')]).toEqual([name, 404, false])
  }
})

test('other methods are answered 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    for (const file of ALL)
      expect((await system().call(method, `/.well-known/skills/${file}`)).status).toBe(404)
})
