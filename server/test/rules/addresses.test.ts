import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { at, HOST, SILENT } from '../../checks/addresses/address-case.ts'
import { listCases } from '../../checks/addresses/list-cases.ts'
import { openEnvironment } from '../../checks/addresses/open-environment.ts'
import { runCase } from '../../checks/addresses/run-case.ts'
import { openFetcher, parsePublicUrl, UnusableAddress } from '../../src/platform/fetching/index.ts'

const environment = await openEnvironment()
const groups = listCases(environment.canaryPort)
for (const cases of Object.values(groups)) environment.add(cases)

afterEach(() => vi.unstubAllEnvs())
afterAll(() => environment.close())

describe.each(Object.entries(groups))('addresses: %s', (_, cases) => {
  test.concurrent.each(cases)('$name ends in $ends', async (one) => {
    expect(await runCase(environment, one)).toBeUndefined()
  })
})

test('no case reached the canary or left a connection open', async () => {
  expect(environment.seen.canary).toBe(0)
  await vi.waitFor(async () => expect(await environment.countOpen()).toBe(0))
})

test('environment variables can neither set a proxy nor disable certificate checks', async () => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY']) {
    vi.stubEnv(name, `http://127.0.0.1:${environment.canaryPort}`)
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const fetcher = environment.open()
  const fetched = await fetcher.fetch(at(HOST), environment.folder, 'user')
  await fetched.discard()
  await expect(fetcher.fetch(at('pictures.elsewhere.example'), environment.folder, 'user')).rejects.toThrow(
    UnusableAddress,
  )
  await fetcher.close()
  expect(environment.seen.canary).toBe(0)
})

test('an internal address from the resolver is refused with the default dialler too', async () => {
  const fetcher = openFetcher({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  await expect(fetcher.fetch(at(HOST), environment.folder, 'user')).rejects.toMatchObject({
    kind: 'not_public',
  })
  await fetcher.close()
})

test('a disk error is not reported as an unusable address', async () => {
  const failed = await environment
    .fetcherFor(undefined)
    .fetch(at(HOST), join(environment.folder, 'absent'), 'user')
    .catch((error) => error)
  expect(failed).not.toBeInstanceOf(UnusableAddress)
  expect(failed).toMatchObject({ code: 'ENOENT' })
})

test('concurrent fetches are limited to 16, and closing the fetcher ends them all', async () => {
  let dialled = 0
  const dial = () => {
    dialled++
    return environment.dial(SILENT, 443)
  }
  const fetcher = environment.open({ dial })
  const ends = Array.from({ length: 50 }, (_, index) =>
    fetcher.fetch(at(HOST), environment.folder, `user ${index % 10}`).catch((error) => error),
  )
  await vi.waitFor(() => expect(dialled).toBe(16))
  await fetcher.close()
  for (const end of await Promise.all(ends)) {
    expect(end).not.toBeInstanceOf(UnusableAddress)
    expect(end.message).toBe('the fetcher was closed')
  }
  expect(dialled).toBe(16)
  expect((await readdir(environment.folder)).filter((name) => !name.startsWith('case-'))).toEqual([])
})

test('a URL is checked and normalized before any network access', () => {
  expect(parsePublicUrl(at(`${HOST}:443/a/../b?c#d`)).href).toBe(at(`${HOST}/b?c#d`))
  const kinds = ['127.0.0.1', '0x7f.1', '[::1]', 'localhost', `me@${HOST}`, `${HOST}:80`].map((host) => {
    try {
      return parsePublicUrl(at(host)).href
    } catch (error) {
      return (error as UnusableAddress).kind
    }
  })
  expect(kinds).toEqual(['not_public', 'not_public', 'not_public', 'malformed', 'malformed', 'malformed'])
})
