import { expect, test } from 'vitest'
import { newRunwayProvider } from '#adapters/runway'
import { isAllowedHost } from '../../src/adapters/runway/is-allowed-host.ts'
import { ProviderEnvironment, providerSettingsOf } from '../../src/platform/config/read-provider-settings.ts'
import {
  expectClean,
  image,
  KEY,
  reference,
  TIMEOUT_MS,
  type UsedRunway,
  useRunway,
  video,
} from './use-runway.ts'

/** Submits once with the fault, and expects one POST and a clean answer. */
async function submitWith({ double, provider, posts }: UsedRunway, fault: object, timeoutMs = TIMEOUT_MS) {
  const before = (await posts()).length
  await double.fault(fault)
  const answer = await provider.submit(video(), timeoutMs)
  expect([fault, (await posts()).length]).toEqual([fault, before + 1])
  await double.control('DELETE', 'scenario')
  expectClean(answer)
  return answer
}

/** 360 credits by the catalogue. */
const unknown = { kind: 'unknown', expectedCostMicros: 3_600_000 }

test('an answer that does not tell the fate of the order is unknown and nothing is resent', async () => {
  const used = await useRunway()
  const faults = [
    { fault: 'html', status: 502 },
    { fault: 'html', status: 503 },
    { fault: 'html', status: 504, when: 'after' },
    { fault: 'status', status: 503, envelope: 'html' },
    { fault: 'status', status: 500 },
    { fault: 'status', status: 502 },
    { fault: 'status', status: 504, when: 'after' },
    { fault: 'status', status: 408 },
    { fault: 'reset' },
    { fault: 'reset', when: 'after' },
    { fault: 'lost_reply' },
    { fault: 'truncate', mode: 'length' },
    { fault: 'truncate', mode: 'chunked' },
    { fault: 'malformed_json' },
    { fault: 'drop_fields', fields: ['id'] },
    { fault: 'replace', status: 200, body: '' },
    { fault: 'replace', status: 202, body: { id: null } },
    { fault: 'replace', status: 200, body: [] },
    { fault: 'oversize', bytes: 8 << 20 },
    { fault: 'redirect' },
    { fault: 'redirect', status: 307, when: 'after' },
  ]
  for (const fault of faults) {
    const answer = await submitWith(used, fault)
    expect([fault, answer]).toEqual([fault, unknown])
  }
  expect(used.provider.expectedCostMicros?.(video())).toBe(unknown.expectedCostMicros)
})

test('an answer that takes too long is unknown, whether headers or body are late', async () => {
  const used = await useRunway()
  for (const fault of [
    { fault: 'slow_headers', delayMs: 5_000 },
    { fault: 'lost_reply', end: 'silent' },
    { fault: 'trickle', bytes: 1, everyMs: 500 },
  ])
    expect([fault, await submitWith(used, fault, 1_500)]).toEqual([fault, unknown])
})

test('a slow answer and one without an estimate are accepted', async () => {
  const used = await useRunway()
  const slow = await submitWith(used, { fault: 'slow_headers', delayMs: 200 })
  expect(slow).toMatchObject({ kind: 'accepted', expectedCostMicros: 1_250_000 })
  const bare = await submitWith(used, { fault: 'drop_fields', fields: ['estimatedCost'] })
  expect(bare).toMatchObject({ kind: 'accepted', expectedCostMicros: 3_600_000 })
})

test('what Runway refuses has its class, and the pause it asks for', async () => {
  const used = await useRunway()
  const error = (text: string, more: object = {}) => ({
    fault: 'replace',
    status: 400,
    body: { error: text, docUrl: 'https://docs.runway.example/api', ...more },
  })
  const cases = [
    [
      { fault: 'rate_limited', retryAfterSeconds: 7 },
      { class: 'rate', retryAfterMs: 7_000 },
    ],
    [{ fault: 'rate_limited' }, { class: 'rate' }],
    [{ fault: 'status', status: 503 }, { class: 'provider_transient' }],
    [
      { fault: 'status', status: 503, retryAfterSeconds: 3 },
      { class: 'provider_transient', retryAfterMs: 3_000 },
    ],
    [{ fault: 'unauthorized' }, { class: 'auth' }],
    [{ fault: 'status', status: 403 }, { class: 'auth' }],
    [{ fault: 'status', status: 404 }, { class: 'provider_failed' }],
    [{ fault: 'status', status: 405 }, { class: 'provider_failed' }],
    [{ fault: 'status', status: 413, envelope: 'html' }, { class: 'invalid_input' }],
    [error('Invalid asset in references[0].uri: redirects are not followed'), { class: 'input_unreachable' }],
    [
      error('Validation of body failed', {
        issues: [{ path: ['references', 0, 'uri'], message: 'Invalid' }],
      }),
      { class: 'input_unreachable' },
    ],
    [
      error('Validation of body failed', { issues: [{ path: ['duration'], message: 'Must be <=15' }, null] }),
      { class: 'invalid_input', message: expect.stringContaining('duration Must be <=15') },
    ],
  ] as const
  for (const [fault, expected] of cases) {
    const answer = await submitWith(used, fault)
    expect([fault, answer]).toEqual([fault, { kind: 'refused', message: expect.any(String), ...expected }])
  }
  expect((await used.double.log()).jobs).toEqual([])
})

test('no credit is a 400 at Runway, and still not the fault of the order', async () => {
  const used = await useRunway()
  expect(await submitWith(used, { fault: 'out_of_credit' })).toMatchObject({
    kind: 'refused',
    class: 'quota',
  })
  await used.double.set({ balanceMicroUsd: 10_000 })
  expect(await used.provider.submit(video(), TIMEOUT_MS)).toMatchObject({ kind: 'refused', class: 'quota' })
})

test('a wrong key, a prompt that is too long and the daily limit are refused by the real rules', async () => {
  const { provider, double } = await useRunway()
  const settings = { baseUrl: double.url, fileHosts: [], uploadHosts: [] }
  const other = newRunwayProvider({ ...settings, key: 'key_other' })
  expect(await other.submit(video(), TIMEOUT_MS)).toMatchObject({ kind: 'refused', class: 'auth' })
  const long = video({ model: 'runway/seedance2', prompt: 'x'.repeat(3_501) })
  const answer = await provider.submit(long, TIMEOUT_MS)
  expect(answer).toMatchObject({ class: 'invalid_input', message: expect.stringContaining('3500') })
  expectClean(answer)
  await double.set({ dailyGenerations: 0 })
  expect(await provider.submit(video(), TIMEOUT_MS)).toMatchObject({ kind: 'refused', class: 'rate' })
})

test('keys, ids and addresses that Runway repeats are in no message', async () => {
  const used = await useRunway()
  const id = '7a1c0b1e-6d2f-4f0e-9a3b-2f1d0c9b8a76'
  const addresses = `https://api.runway.example/v1 and files.runway.example/x, runway://${id}`
  const error = `Bad ${KEY} for ${id} at ${addresses}`
  const answer = await submitWith(used, { fault: 'replace', status: 400, body: { error } })
  expect(answer).toMatchObject({ kind: 'refused', message: 'Bad for at and' })
})

test('a provider that cannot be reached has certainly taken nothing', async () => {
  const { provider, double } = await useRunway()
  await double.kill()
  expect(await provider.submit(video(), TIMEOUT_MS)).toEqual({
    kind: 'refused',
    class: 'provider_transient',
    message: expect.any(String),
  })
})

test('an upload that fails refuses the order before anything is bought', async () => {
  const { provider, double, posts } = await useRunway()
  const transient = { class: 'provider_transient' }
  const cases = [
    [
      { fault: 'rate_limited', on: 'upload', retryAfterSeconds: 4 },
      { class: 'rate', retryAfterMs: 4_000 },
    ],
    [{ fault: 'unauthorized', on: 'upload' }, { class: 'auth' }],
    [{ fault: 'out_of_credit', on: 'upload' }, { class: 'quota' }],
    [{ fault: 'status', status: 503, on: 'upload' }, transient],
    [{ fault: 'html', on: 'upload' }, transient],
    [{ fault: 'reset', on: 'upload' }, transient],
    [{ fault: 'malformed_json', on: 'upload' }, transient],
    [{ fault: 'drop_fields', fields: ['runwayUri'], on: 'upload' }, transient],
    [{ fault: 'redirect', on: 'upload' }, transient],
    [{ fault: 'reset', on: 'storage' }, transient],
    [{ fault: 'lost_reply', on: 'storage' }, transient],
    [{ fault: 'status', status: 403, on: 'storage' }, transient],
    [{ fault: 'status', status: 400, on: 'storage' }, { class: 'input_unreachable' }],
    [{ fault: 'redirect', on: 'storage' }, transient],
  ] as const
  for (const [fault, expected] of cases) {
    await double.fault(fault)
    const answer = await provider.submit(image({ references: [reference()] }), TIMEOUT_MS)
    expect([fault, answer]).toEqual([fault, { kind: 'refused', message: expect.any(String), ...expected }])
    expectClean(answer)
  }
  expect(await posts()).toEqual([])
})

test('an upload that takes too long leaves time for no purchase: it is refused', async () => {
  const { provider, double, posts } = await useRunway()
  await double.fault({ fault: 'lost_reply', end: 'silent', on: 'storage' })
  const answer = await provider.submit(video({ references: [reference()] }), 1_000)
  expect(answer).toMatchObject({ kind: 'refused', class: 'provider_transient' })
  const slow = reference({
    load: async () => {
      await new Promise((go) => setTimeout(go, 900))
      return reference().load()
    },
  })
  expect(await provider.submit(video({ references: [slow] }), 1_000)).toMatchObject({
    kind: 'refused',
    class: 'provider_transient',
  })
  expect(await posts()).toEqual([])
})

test('a picture goes to no host that the operator did not allow', async () => {
  const { provider, double, posts, requests } = await useRunway({
    uploadHosts: ['https://*.storage.example'],
  })
  const uploadUrls = [
    'https://other.example/x',
    'https://storage.example/x',
    'https://a.storage.example:8443/x',
    'http://a.storage.example/x',
    'no address',
  ]
  for (const uploadUrl of uploadUrls) {
    const body = { uploadUrl, fields: {}, runwayUri: 'runway://x' }
    await double.fault({ fault: 'replace', on: 'upload', body })
    const answer = await provider.submit(video({ references: [reference()] }), TIMEOUT_MS)
    expect([uploadUrl, answer]).toEqual([
      uploadUrl,
      { kind: 'refused', class: 'provider_failed', message: expect.stringContaining('not allowed') },
    ])
  }
  expect([await posts(), await requests('storage')]).toEqual([[], []])
})

test('unless told otherwise, a picture goes to the storage of Amazon, and to nothing else there', () => {
  const { uploadHosts } = providerSettingsOf(ProviderEnvironment.parse({})).runway
  const isAllowed = (address: string) => isAllowedHost(address, uploadHosts)
  for (const host of uploadHosts) {
    expect(host).toContain('*.s3.')
    const address = host.replace('*', 'uploads')
    const others = [
      host.replace('*.s3.', 'machine.compute.'),
      host.replace('*.s3.', 's3.'),
      `${address}.other.example`,
      address.replace('https', 'http'),
    ]
    expect([isAllowed(address), ...others.map(isAllowed)]).toEqual([true, false, false, false, false])
  }
})

test('a reference that cannot be read or is no picture refuses the order, and nothing is sent', async () => {
  const { provider, double } = await useRunway()
  const away = reference({ load: () => Promise.reject(new Error('the storage is away')) })
  const gif = reference({ load: async () => ({ bytes: Buffer.from('GIF89a'), contentType: 'image/gif' }) })
  const classOf = async (one: typeof away) => {
    const answer = await provider.submit(video({ references: [one] }), TIMEOUT_MS)
    return answer.kind === 'refused' ? answer.class : answer.kind
  }
  expect([await classOf(away), await classOf(gif)]).toEqual(['provider_transient', 'input_unreachable'])
  expect((await double.log()).requests).toEqual([])
})

test('a URL of ours that Runway cannot use is an unusable reference', async () => {
  const { provider } = await useRunway({ referencesAs: 'url' })
  const plain = reference({ url: 'http://us.example/photos/1.png' })
  const answer = await provider.submit(video({ references: [plain] }), TIMEOUT_MS)
  expect(answer).toMatchObject({ kind: 'refused', class: 'input_unreachable' })
  expectClean(answer)
})

test('each submit is one POST and at most one purchase, whatever goes wrong', async () => {
  const { provider, double } = await useRunway()
  const faults = ['lost_reply', 'reset', 'malformed_json', 'truncate', 'rate_limited', 'html'].map(
    (fault) => ({
      fault,
    }),
  )
  for (const [at, fault] of faults.entries()) {
    await double.fault(fault)
    await provider.submit(video({ reference: `job-${at}` }), TIMEOUT_MS)
  }
  const { perReference, submits } = await double.log()
  expect(submits).toHaveLength(faults.length)
  expect(Object.values(perReference).every(({ posts, accepted }) => posts === 1 && accepted <= 1)).toBe(true)
})
