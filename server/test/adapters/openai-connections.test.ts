import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTempFolder } from '../../../doubles/test/run-double.ts'
import { newOpenaiProvider } from '../../src/adapters/openai/index.ts'
import { image, KEY, png } from './use-openai.ts'

/** More than other providers have connections. */
const SUBMITS = 80
const HELD_MS = 1_500
/** Not enough for a submit that waits for another to end. */
const TIMEOUT_MS = 2_900

const body = JSON.stringify({ data: [{ b64_json: png.toString('base64') }] })
const server = createServer(async (request, response) => {
  await once(request.resume(), 'end')
  await sleep(HELD_MS)
  response.end(body)
})
afterAll(() => server.close())

test('no submit waits for a connection while others are held', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const provider = newOpenaiProvider({ key: KEY, baseUrl, tempDir: createTempFolder() })
  const answers = await Promise.all(
    Array.from({ length: SUBMITS }, () => provider.submit(image(), TIMEOUT_MS)),
  )
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['finished']))
})
