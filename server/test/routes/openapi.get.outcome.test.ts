import { API_VERSION, endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the document describes exactly the endpoints of the contract', async () => {
  const { call } = system()
  const { status, headers, body } = await call('GET', '/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect([body.openapi.slice(0, 3), body.info.version]).toEqual(['3.1', API_VERSION])
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['get', 'post', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(described.toSorted()).toEqual(known.toSorted())
})
