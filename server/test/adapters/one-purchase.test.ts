import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../harness/processes/index.ts'
import { callProvider, newDispatcher } from '../../src/adapters/shared/index.ts'

// A purchase is one request on a connection of its own: nobody repeats it, and none is lost with another.

const certificate = makeCertificate(['127.0.0.1'])
const seen: { version: string; port: number | undefined }[] = []
const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
  seen.push({ version: request.httpVersion, port: request.socket.remotePort })
  request.resume().on('end', () => response.end('{}'))
})
const dispatcher = newDispatcher()

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  await dispatcher.close()
  server.close()
})

/** The connections of three calls, one after another. */
async function callThrice(body?: object) {
  seen.length = 0
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (let call = 0; call < 3; call++)
    expect(await callProvider(dispatcher, url, { timeoutMs: 5_000, body })).toMatchObject({ status: 200 })
  expect(new Set(seen.map(({ version }) => version))).toEqual(new Set(['1.1']))
  return new Set(seen.map(({ port }) => port)).size
}

test('what buys has a connection of its own, also where HTTP/2 is offered; reads share', async () => {
  expect(await callThrice({ prompt: 'a mug' })).toBe(3)
  expect(await callThrice()).toBeLessThan(3)
})
