import { CLIENT_VERSION } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const WHEEL = `wheels/svc_mcp-${CLIENT_VERSION}-py3-none-any.whl`
const ALL = ['svc_mcp.py', 'connect.py', WHEEL, 'plugins/index.json', 'plugins/svc_memory/plugin.yaml']

test.each(ALL)('%s needs no key and ignores one', async (file) => {
  const { call } = system()
  const [open, keyed] = await Promise.all([
    call('GET', `/api/mcp/${file}`),
    call('GET', `/api/mcp/${file}`, { key: 'hsk_half' }),
  ])
  expect([open.status, keyed.status, keyed.body]).toEqual([200, 200, open.body])
  expect(open.headers.get('x-content-type-options')).toBe('nosniff')
  expect(open.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  )
  expect(open.headers.has('set-cookie')).toBe(false)
})

test('a file is found only by its exact name', async () => {
  const { call } = system()
  const names = [
    '',
    'SVC_MCP.PY',
    'svc_mcp.py.bak',
    'svc_mcp.py%00',
    'svc_mcp.py/',
    '..%2fclient%2fsvc_mcp.py',
    'build.py',
    'wheels/svc_mcp.py',
    'wheels/svc_mcp-0.0.1-py3-none-any.whl',
    'plugins',
    'plugins/',
    'plugins/svc_memory',
    'plugins/svc_memory/',
    'plugins/svc_memory/index.json',
    'plugins/svc_memory/nothing.py',
    'plugins/svc_memory/..%2fsvc_memory%2fplugin.yaml',
    'plugins/svc_memory%2fplugin.yaml',
    'plugins/svc_memory%2fplugin.yaml/',
    'plugins/..%2fskills/index.json',
    'plugins/../../../package.json',
    'plugins/%2e%2e/%2e%2e%2f%2e%2e%2fpackage.json',
    'plugins/__proto__/constructor',
    'plugins/svc_memory/%e0%a4%a',
    `plugins/svc_memory/${'x'.repeat(201)}`,
  ]
  for (const name of names) {
    const { status, headers } = await call('GET', `/api/mcp/${name}`)
    expect([name, status, headers.has('x-content-sha256')]).toEqual([name, 404, false])
  }
})

test('other methods are answered 404', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH'])
    for (const file of ALL) expect((await system().call(method, `/api/mcp/${file}`)).status).toBe(404)
})
