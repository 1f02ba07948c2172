import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../../harness/processes/index.ts'
import { request, sendRaw } from './send-raw.ts'
import { handler, useEchoApi } from './use-echo-api.ts'

const api = useEchoApi()

const MEGABYTES_10 = 10_485_760

type Parts = [name: string, value: string | Buffer][]

function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'a.png')
  }
  return form
}

async function send(parts: Parts, key?: string) {
  const headers = { 'x-api-key': key ?? (await api().key()) }
  const answer = await fetch(`${api().url}/form`, { method: 'POST', headers, body: formOf(parts) })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

const filesLeft = () => readdir(api().app.config.tempDir).catch(() => [])
const waitForNoFiles = () =>
  waitUntil('no file is left', async () => (await filesLeft()).length === 0, { withinMs: 3_000 })

/** Opened after each test, so that a failed one does not leave forms inside for the next. */
let gate = Promise.withResolvers<void>()

afterEach(async () => {
  handler.afterForm = async () => undefined
  gate.resolve()
  await waitForNoFiles()
})

test('a form is read: fields as text, the file on disk with size and hash, deleted later', async () => {
  const file = randomBytes(300_000)
  const { status, headers, body } = await send([
    ['label', 'Vorn – 前'],
    ['file', file],
    ['note', ''],
  ])
  expect(status).toBe(200)
  expect(body).toEqual({
    fields: { label: 'Vorn – 前', note: '' },
    onDisk: file.length,
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  })
  expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['20', '19'])
  await waitForNoFiles()
})

test('a form needs no file, and JSON at the same path is read as JSON and counts as a write', async () => {
  const key = await api().key()
  expect((await send([['label', 'x']], key)).body).toEqual({ fields: { label: 'x' } })
  const answer = await fetch(`${api().url}/form`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"label":"x"}',
  })
  expect(await answer.json()).toEqual({ body: { label: 'x' } })
  expect(answer.headers.get('x-ratelimit-limit')).toBe('60')
})

test('a file of exactly 10 MB is accepted; one byte more or 40 MB is body_too_large', async () => {
  const key = await api().key()
  expect((await send([['file', randomBytes(MEGABYTES_10)]], key)).body.size).toBe(MEGABYTES_10)
  for (const size of [MEGABYTES_10 + 1, 4 * MEGABYTES_10]) {
    const { status, body } = await send(
      [
        ['file', Buffer.alloc(size)],
        ['label', 'behind it'],
      ],
      key,
    )
    expect([status, body.code, body.limit]).toEqual([400, 'body_too_large', MEGABYTES_10])
  }
})

test('an invalid part of a form is refused with its field name', async () => {
  const many = (count: number, of: (index: number) => [string, string | Buffer]): Parts =>
    Array.from({ length: count }, (_, index) => of(index))
  const refused: [field: string, parts: Parts][] = [
    [
      'file',
      [
        ['file', Buffer.from('a')],
        ['file', Buffer.from('b')],
      ],
    ],
    ['picture', [['picture', Buffer.from('a')]]],
    ['file', [['file', 'text, not a file']]],
    [
      'label',
      [
        ['label', 'a'],
        ['label', 'b'],
      ],
    ],
    ['label', [['label', 'x'.repeat(8_193)]]],
    ['label', [['label', 'a\0b']]],
    ['body', [['x'.repeat(101), 'a']]],
    ['body', [['', 'a']]],
    ['body', many(11, (index) => [`f${index}`, 'x'])],
  ]
  const key = await api().key()
  for (const [field, parts] of refused) {
    const { status, body } = await send(parts, key)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  }
  const full: Parts = [...many(10, (index) => [`f${index}`, 'x'.repeat(8_192)]), ['file', Buffer.from('a')]]
  expect((await send(full, key)).status).toBe(200)
})

test('a truncated form, a wrong boundary and a body that is no form are 400 soon', async () => {
  const { port } = api()
  const part = (head: string, text: string) => `--b\r\n${head}\r\n\r\n${text}\r\n`
  const file = part('content-disposition: form-data; name="file"; filename="a"', 'bytes')
  const bodies = [
    '',
    'nothing of a form',
    file,
    file.slice(0, -4),
    file.slice(0, 30),
    `${file.replaceAll('--b', '--c')}--c--`,
    '--b\r\nno empty line\r\n--b--\r\n',
    `${part('content-disposition: form-data', 'no name')}--b--`,
  ]
  const key = await api().key()
  for (const body of bodies) {
    const headers = ['content-type: multipart/form-data; boundary=b']
    const response = await sendRaw(port, request({ path: '/form', key, headers, body }))
    expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_request'])
    expect(response.ms).toBeLessThan(5_000)
  }
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
    const headers = [`content-type: ${type}`]
    const response = await sendRaw(port, request({ path: '/form', key, headers, body: `${file}--b--` }))
    expect([type, response.status, response.body.field]).toEqual([
      type,
      400,
      expect.stringMatching(/content-type|body/),
    ])
  }
})

test('a client that disconnects during an upload leaves no file behind', async () => {
  const { port, key } = api()
  const head = ['content-type: multipart/form-data; boundary=b', 'content-length: 9000000']
  const disposition = 'content-disposition: form-data; name="file"; filename="a"'
  const file = `--b\r\n${disposition}\r\n\r\n${'x'.repeat(500_000)}`
  const bytes = Buffer.concat([
    request({ path: '/form', key: await key(), headers: head }),
    Buffer.from(file),
  ])
  const abort = new AbortController()
  const response = sendRaw(port, bytes, { abort: abort.signal })
  await waitUntil('the file is being written', async () => (await filesLeft()).length === 1, {
    withinMs: 3_000,
  })
  abort.abort()
  await response
  await waitForNoFiles()
})

test('the file is deleted when the handler fails', async () => {
  handler.afterForm = async () => {
    throw new Error('of a test')
  }
  expect((await send([['file', Buffer.from('a')]])).body.code).toBe('internal_error')
  await waitForNoFiles()
})

test('a refused form leaves no file behind when the disk is slow to open it', async () => {
  const open = fs.open.bind(fs)
  const slowOpen = vi
    .spyOn(fs, 'open')
    .mockImplementation(((...all: Parameters<typeof open>) => setTimeout(() => open(...all), 100)) as never)
  try {
    expect((await send([['picture', Buffer.from('a')]])).body.field).toBe('picture')
    expect(slowOpen).toHaveBeenCalledOnce()
  } finally {
    slowOpen.mockRestore()
  }
  expect(await filesLeft()).toEqual([])
  await sleep(200)
  expect(await filesLeft()).toEqual([])
})

test('of more uploads at once than the limit, the excess is answered 503 with Retry-After', async () => {
  gate = Promise.withResolvers()
  let inside = 0
  handler.afterForm = () => {
    inside++
    return gate.promise
  }
  const keys = await Promise.all(Array.from({ length: 6 }, () => api().key()))
  const sent = Array.from({ length: 32 }, (_, index) => send([['file', Buffer.from('a')]], keys[index % 4]))
  await waitUntil('32 forms are inside', async () => inside === 32, { withinMs: 10_000 })
  const { status, headers, body } = await send([['file', Buffer.from('a')]], keys[4])
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '3'])
  gate.resolve()
  expect((await Promise.all(sent)).every((one) => one.status === 200)).toBe(true)
  expect((await send([['file', Buffer.from('a')]], keys[5])).status).toBe(200)
})

test('a user who sends many forms at once leaves some to the others', async () => {
  gate = Promise.withResolvers()
  let inside = 0
  handler.afterForm = () => {
    inside++
    return gate.promise
  }
  const [many, other] = await Promise.all([api().key(), api().key()])
  const sent = Array.from({ length: 8 }, () => send([['file', Buffer.from('a')]], many))
  await waitUntil('8 forms are inside', async () => inside === 8, { withinMs: 10_000 })
  expect((await send([['file', Buffer.from('a')]], many)).status).toBe(503)
  sent.push(send([['file', Buffer.from('a')]], other))
  await waitUntil('the other form is inside', async () => inside === 9, { withinMs: 10_000 })
  gate.resolve()
  expect((await Promise.all(sent)).map((one) => one.status)).toEqual(Array(9).fill(200))
})

test('no byte of a form is read before the key, the scope and the rate limit are checked', async () => {
  const { app, createUser, port } = api()
  const { apiKey, id } = await createUser()
  const headers = ['content-type: multipart/form-data; boundary=b', 'content-length: 9000000']
  // Only the head is sent, so a response proves that the server did not wait for the body.
  const ask = (key?: string) => sendRaw(port, request({ path: '/form', headers, ...(key && { key }) }))
  expect((await ask()).status).toBe(401)
  await app.db.row(`update api_keys set scopes = '{read}' where user_id = $1`, [id])
  expect((await ask(apiKey)).body.code).toBe('scope_missing')
  const other = await api().key()
  await Promise.all(Array.from({ length: 20 }, () => send([['label', 'x']], other)))
  expect((await ask(other)).body.code).toBe('rate_limited')
})

test('a form sent to an endpoint without forms is refused with the field content-type', async () => {
  const headers = { 'x-api-key': await api().key() }
  const answer = await fetch(`${api().url}/echo`, { method: 'POST', headers, body: formOf([['a', 'b']]) })
  expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([400, 'content-type'])
})
