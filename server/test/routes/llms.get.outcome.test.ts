import { type Endpoint, endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the text starts with the loop, then has one line per endpoint that an agent may call', async () => {
  const { status, headers, body } = await system().call<string>('GET', '/llms.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.indexOf('## Make a creative')).toBeLessThan(body.indexOf('## Endpoints'))
  expect(body).toContain(`Base URL: ${system().baseUrl}`)
  const keyed = (Object.values(endpoints) as Endpoint[]).filter(({ auth }) => auth === 'key')
  for (const { method, path } of keyed) {
    const lines = body.split('\n').filter((line) => line.startsWith(`${method} ${path}`))
    expect([path, lines.some((line) => /^[: ?]/.test(line.slice(`${method} ${path}`.length)))]).toEqual([
      path,
      true,
    ])
  }
  expect(body).not.toMatch(/undefined|\[object/)
})

test('the text stays below 3,000 tokens at four characters each', async () => {
  const { body } = await system().call<string>('GET', '/llms.txt')
  expect(body.length).toBeLessThan(12_000)
})

test('an unchanged text is answered 304', async () => {
  const { call } = system()
  const etag = (await call('GET', '/llms.txt')).headers.get('etag') ?? ''
  expect((await call('GET', '/llms.txt', { headers: { 'if-none-match': etag } })).status).toBe(304)
})
