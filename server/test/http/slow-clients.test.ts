import { expect, test } from 'vitest'
import { request, sendRaw } from './send-raw.ts'
import { useEchoApi } from './use-echo-api.ts'

const api = useEchoApi()

const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

test('a slow client is disconnected: after 5 s in headers, 15 s in JSON, 20 s in a form', async () => {
  const { port, key } = api()
  const apiKey = await key()
  const json = ['content-type: application/json', 'content-length: 100000']
  const form = ['content-type: multipart/form-data; boundary=b', 'content-length: 100000']
  const file = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
  const formHead = Buffer.concat([request({ path: '/form', key: apiKey, headers: form }), file])
  const dripping = { drip: { text: 'x', everyMs: 300 } }
  const [silent, headers, bodies, forms, unauthenticated] = await Promise.all([
    times(3, () => sendRaw(port, '')),
    times(20, () => sendRaw(port, 'GET /item/1 HTTP/1.1\r\nx-slow: ', dripping)),
    times(20, () => sendRaw(port, request({ key: apiKey, headers: json }), dripping)),
    times(3, () => sendRaw(port, formHead, dripping)),
    times(20, () => sendRaw(port, request({ headers: json }), dripping)),
  ])
  for (const { ms } of silent) expect(ms).toBeLessThan(8_000)
  for (const { status, ms } of headers) {
    expect(status).toBe(408)
    expect(ms).toBeGreaterThan(4_500)
    expect(ms).toBeLessThan(8_000)
  }
  for (const { status, body, ms } of bodies) {
    expect([status, body.field]).toEqual([400, 'body'])
    expect(ms).toBeGreaterThan(14_500)
    expect(ms).toBeLessThan(18_000)
  }
  for (const { status, body, ms } of forms) {
    expect([status, body.field]).toEqual([400, 'body'])
    expect(ms).toBeGreaterThan(19_500)
    expect(ms).toBeLessThan(23_000)
  }
  // Answered at once: without a key the body is not read.
  for (const { status, ms } of unauthenticated) {
    expect(status).toBe(401)
    expect(ms).toBeLessThan(8_000)
  }
})
