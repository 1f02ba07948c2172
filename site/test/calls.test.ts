import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Endpoint, type EndpointName, endpoints, examples } from '@atelier/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCurl, writePythonCall, writeScriptCall } from '../src/reference/write-calls.ts'
import { isCalledByHand } from '../src/reference/write-operation.ts'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'atelier-calls-'))
const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => isCalledByHand(endpoints[name]))
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]

type Received = { method: string; url: string; type: string; key: string; session: string; body: string }
const received: Received[] = []
const server = createServer(async (request: IncomingMessage, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = request
  received.push({
    method,
    url,
    type: headers['content-type'] ?? '',
    key: String(headers['x-api-key'] ?? headers.authorization?.replace('Bearer ', '') ?? ''),
    session: headers.cookie ?? '',
    body: Buffer.concat(chunks).toString('latin1'),
  })
  response.setHeader('content-type', 'application/json')
  response.end('{}')
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'picture.png'), 'picture')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** With what the page about calls from code lets a reader set. */
const run = (program: string, ...args: string[]) =>
  execute('env', [`ATELIER_URL=${url}`, 'ATELIER_KEY=hsk_test', 'SESSION=mine', program, ...args], {
    cwd: folder,
  })

/** The fields of a form and the content of its file, whatever the boundary is. */
const partsOf = (body: string) =>
  [...body.matchAll(/name="([^"]+)"[^\r]*(?:\r\n[^\r]+)*\r\n\r\n(.*?)\r\n--/gs)].map(([, name, text]) => [
    name,
    text,
  ])

function expectCall(name: EndpointName, got: Received | undefined): void {
  const { method, path, body, form, lines, encoded } = endpointOf(name)
  const example = examples[name]
  const url = new URL(got?.url ?? '', 'http://x')
  const expectedPath = path.replaceAll(/\{(\w+)\}/g, (_, field) => example.params?.[field] ?? '')
  expect([name, got?.method, decodeURIComponent(url.pathname)]).toEqual([name, method, expectedPath])
  expect([name, Object.fromEntries(url.searchParams)]).toEqual([name, example.query ?? {}])
  if (body)
    expect([name, JSON.parse(got?.body ?? '')]).toEqual([name, JSON.parse(JSON.stringify(example.body))])
  else if (form) {
    const expected = [...Object.entries(example.form ?? {}), ['file', 'picture']]
    expect([name, partsOf(got?.body ?? '')]).toEqual([name, expected])
  } else if (lines)
    expect([name, got?.type, got?.body]).toEqual([name, ...(Object.entries(example.lines ?? {})[0] ?? [])])
  else if (encoded)
    expect([name, Object.fromEntries(new URLSearchParams(got?.body))]).toEqual([name, example.encoded])
}

function expectCalls(): void {
  expect(received.length).toBe(names.length)
  for (const [at, name] of names.entries()) expectCall(name, received[at])
}

test('the examples for curl send what the contract says, with a key or with a session', async () => {
  received.length = 0
  const script = names
    .map((name) => writeCurl(name, endpointOf(name)).replace(/^curl /, 'curl -sS '))
    .join('\n')
  await run('bash', '-ec', script)
  expectCalls()
  for (const [at, name] of names.entries()) {
    const { auth } = endpointOf(name)
    expect([name, received[at]?.key, received[at]?.session]).toEqual([
      name,
      auth === 'key' ? 'hsk_test' : '',
      auth === 'session' ? '__Host-sid=mine' : '',
    ])
  }
}, 240_000)

test('the examples for Python send the same, with the function of the page about it alone', async () => {
  received.length = 0
  const page = readFileSync(join(ROOT, 'docs', 'libraries.md'), 'utf8')
  const [, before = ''] = /^```python\n(.*?)^```/ms.exec(page) ?? []
  expect(before).toContain('def call(')
  const calls = names.map((name) => writePythonCall(name, endpointOf(name)))
  await run('python3', '-c', [before, ...calls].join('\n'))
  expectCalls()
}, 240_000)

test('the examples for TypeScript have the types of the client, and send the same', async () => {
  received.length = 0
  const blocks = names.map((name) => {
    const [imports = '', call = ''] = writeScriptCall(name, endpointOf(name)).split('\n\n')
    return { imports: imports.split('\n'), call }
  })
  const client = JSON.stringify(join(ROOT, 'client', 'src', 'index.ts'))
  const imports = [...new Set(blocks.flatMap((block) => block.imports))].map((line) =>
    line.replace("'@atelier/client'", client),
  )
  const text = [
    `import { newClient } from ${client}`,
    ...imports,
    `const client = newClient({ baseUrl: '${url}', apiKey: 'hsk_test' })`,
    ...blocks.map(({ call }) => `{\n${call}\nvoid answer\n}`),
  ].join('\n')
  const file = join(folder, 'calls.ts')
  writeFileSync(file, text)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'client', 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules', '@types')] },
      include: [file],
    }),
  )
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const { stdout } = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), '-p', folder).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
  await run(process.execPath, file)
  expectCalls()
}, 300_000)
