import { API_VERSION, CLIENT_VERSION, endpoints, GUIDE_VERSION } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the versions of API, client and guide are returned; every answer has the API version', async () => {
  const { status, headers, body } = await system().call('GET', '/api/version')
  expect(status).toBe(200)
  expect(endpoints.readVersion.answer.schema.parse(body)).toEqual({
    version: API_VERSION,
    clientVersion: CLIENT_VERSION,
    clientSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    guideVersion: GUIDE_VERSION,
  })
  expect(headers.get('x-api-version')).toBe(API_VERSION)
  expect((await system().call('GET', '/api/nowhere')).headers.get('x-api-version')).toBe(API_VERSION)
})
