import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_VERSION, endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ROOT } from '../structure/read-repository.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const CLIENT = '/api/mcp/svc_mcp.py'
const scripts = [
  [CLIENT, 'agent/client/svc_mcp.py'],
  ['/api/mcp/connect.py', 'agent/connect/connect.py'],
]

test.each(scripts)(
  '%s is the file of this deployment, byte for byte, with its checksum',
  async (path, file) => {
    const { status, headers, body } = await system().call<string>('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/x-python; charset=utf-8'])
    expect(body).toBe(readFileSync(join(ROOT, file), 'utf8'))
    const sha256 = createHash('sha256').update(body).digest('hex')
    expect([headers.get('x-content-sha256'), headers.get('etag')]).toEqual([sha256, `"${sha256}"`])
  },
)

test('the client has a version header, and /api/version returns its version and checksum', async () => {
  const { headers } = await system().call('HEAD', CLIENT)
  expect(headers.get('x-client-version')).toBe(CLIENT_VERSION)
  const { body } = await system().call('GET', '/api/version')
  expect([body.clientVersion, body.clientSha256]).toEqual([CLIENT_VERSION, headers.get('x-content-sha256')])
})

test('an unchanged client is answered 304 and must be revalidated every time', async () => {
  const { call } = system()
  const first = await call('GET', CLIENT)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await call('GET', CLIENT, { headers: { 'if-none-match': etag } })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
  expect((await call('GET', CLIENT, { headers: { 'if-none-match': '"older"' } })).status).toBe(200)
  const head = await call('HEAD', CLIENT)
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(first.body)))
})

test('the index names every file of every plugin, and each can be downloaded', async () => {
  const { call } = system()
  const { status, headers, body } = await call('GET', '/api/mcp/plugins/index.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const { plugins } = endpoints.listPlugins.answer.schema.parse(body)
  expect(plugins.map(({ name }) => name)).toContain('svc_memory')
  for (const { name, files } of plugins) {
    expect(files).toEqual(expect.arrayContaining(['__init__.py', 'plugin.yaml']))
    for (const file of files) {
      const served = await call<string>('GET', `/api/mcp/plugins/${name}/${file}`)
      expect([file, served.status]).toEqual([file, 200])
      expect(served.body).toBe(readFileSync(join(ROOT, 'agent/plugins', name, file), 'utf8'))
    }
  }
})

test('the package has its version in the address, the same client, and always the same bytes', async () => {
  const path = `/api/mcp/wheels/svc_mcp-${CLIENT_VERSION}-py3-none-any.whl`
  const load = async () => Buffer.from(await (await fetch(system().baseUrl + path)).arrayBuffer())
  const [first, second, head] = await Promise.all([load(), load(), system().call('HEAD', path)])
  expect(first.equals(second)).toBe(true)
  expect(head.headers.get('content-type')).toBe('application/octet-stream')
  expect(head.headers.get('content-length')).toBe(String(first.length))
  expect(head.headers.get('x-content-sha256')).toBe(createHash('sha256').update(first).digest('hex'))
  const { body } = await system().call<string>('GET', CLIENT)
  expect(unpack(first).get('svc_mcp.py')).toBe(body)
})

/** The files of a zip archive, read by Python, whose reader is not ours. */
function unpack(archive: Buffer): Map<string, string> {
  const script =
    'import sys, io, zipfile, json; z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); ' +
    'assert z.testzip() is None; print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))'
  const read = execFileSync('python3', ['-c', script], { input: archive, encoding: 'utf8' })
  return new Map(Object.entries(JSON.parse(read)))
}
