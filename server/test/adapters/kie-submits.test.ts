import { expect, test } from 'vitest'
import { newKieProvider } from '#adapters/kie'
import type { SubmitResponse } from '#platform/providers'
import { expectClean, image, KEY, TIMEOUT_MS, type UsedKie, useKie } from './use-kie.ts'

const unknown = { kind: 'unknown', expectedCostMicros: 30_000 }

/** Submits one order of its own for each fault, and proves that each made one POST. */
async function submitEach({ provider, double }: UsedKie, faults: readonly object[], timeoutMs = TIMEOUT_MS) {
  const answers: SubmitResponse[] = []
  for (const [at, fault] of faults.entries()) {
    await double.fault(fault)
    const callbackUrl = `https://us.example/cb/kie/job-${at}?t=abc`
    answers.push(await provider.submit(image({ callbackUrl }), timeoutMs))
  }
  const { perReference, requests } = await double.log()
  expect(requests.filter(({ route }) => route === 'submit')).toHaveLength(faults.length)
  for (const answer of answers) expectClean(answer)
  return { answers, accepted: faults.map((_, at) => perReference[`job-${at}`]?.accepted ?? 0) }
}

test('each code is a definite no with its class, in an HTTP 200 and as the HTTP status', async () => {
  const classes: [code: number, errorClass: string][] = [
    [400, 'invalid_input'],
    [401, 'auth'],
    // Out of credit is our account, never the order.
    [402, 'quota'],
    [403, 'auth'],
    [404, 'provider_failed'],
    [422, 'invalid_input'],
    [429, 'rate'],
    [433, 'quota'],
    [451, 'input_unreachable'],
    [455, 'provider_transient'],
    [501, 'provider_failed'],
    [503, 'provider_transient'],
    [505, 'provider_failed'],
    [550, 'provider_transient'],
  ]
  const used = await useKie()
  const inBody = classes.map(([status]) => ({ fault: 'status', status, httpStatus: 200 }))
  const inBoth = classes.map(([status]) => ({ fault: 'status', status }))
  const { answers, accepted } = await submitEach(used, [...inBody, ...inBoth])
  expect(answers).toMatchObject(
    [...classes, ...classes].map(([, errorClass]) => ({ kind: 'refused', class: errorClass })),
  )
  expect(Math.max(...accepted)).toBe(0)
})

test('out of credit, a bad key and too many tasks: words about our account are not shown', async () => {
  const used = await useKie()
  const { answers } = await submitEach(used, [
    { fault: 'out_of_credit' },
    { fault: 'unauthorized' },
    { fault: 'rate_limited' },
    { fault: 'rate_limited', retryAfterSeconds: 3 },
    { fault: 'status', status: 455, httpStatus: 200, retryAfterSeconds: 60 },
  ])
  const message = 'The provider does not take the job.'
  expect(answers).toEqual([
    { kind: 'refused', class: 'quota', message },
    { kind: 'refused', class: 'auth', message },
    { kind: 'refused', class: 'rate', message, retryAfterMs: 10_000 },
    { kind: 'refused', class: 'rate', message, retryAfterMs: 3_000 },
    { kind: 'refused', class: 'provider_transient', message, retryAfterMs: 60_000 },
  ])
})

test('an empty balance is quota, and too many new tasks are a rate', async () => {
  const { provider, double } = await useKie()
  await double.set({ balanceMicroUsd: 29_999 })
  expect(await provider.submit(image(), TIMEOUT_MS)).toMatchObject({ kind: 'refused', class: 'quota' })
  await double.set({ balanceMicroUsd: null, newTasksMax: 0 })
  expect(await provider.submit(image(), TIMEOUT_MS)).toMatchObject({ kind: 'refused', class: 'rate' })
})

test('an HTML page, a 500, half an answer and an answer without an id prove nothing', async () => {
  const faults = [
    ...[500, 502, 503, 504].flatMap((status) => [
      { fault: 'html', status },
      { fault: 'html', status, when: 'after' },
    ]),
    { fault: 'status', status: 500, httpStatus: 200 },
    { fault: 'status', status: 500, when: 'after' },
    { fault: 'status', status: 504 },
    { fault: 'reset' },
    { fault: 'reset', when: 'after' },
    { fault: 'lost_reply' },
    { fault: 'truncate' },
    { fault: 'truncate', mode: 'chunked' },
    { fault: 'malformed_json' },
    { fault: 'drop_fields', fields: ['data'] },
    { fault: 'drop_fields', fields: ['code'] },
    { fault: 'replace', status: 200, body: '', when: 'after' },
    {
      fault: 'replace',
      status: 200,
      body: '{"code":200,"msg":"success","data":{"taskId":""}}',
      when: 'after',
    },
    { fault: 'replace', status: 200, body: '{"code":299,"msg":"?","data":null}', when: 'after' },
    { fault: 'replace', status: 408, body: 'late', when: 'after' },
    { fault: 'redirect', when: 'after' },
    { fault: 'redirect' },
  ]
  const used = await useKie()
  const { answers, accepted } = await submitEach(used, faults)
  for (const [at, answer] of answers.entries()) expect(answer, JSON.stringify(faults[at])).toEqual(unknown)
  expect(used.provider.expectedCostMicros?.(image())).toBe(unknown.expectedCostMicros)
  // Some were bought all the same, none twice.
  expect(accepted).toContain(1)
  expect(Math.max(...accepted)).toBe(1)
})

test('an answer that does not come within the time is unknown, and is not asked for twice', async () => {
  const faults = [
    { fault: 'lost_reply', end: 'silent' },
    { fault: 'slow_headers', delayMs: 3_000 },
    { fault: 'trickle', bytes: 1, everyMs: 500 },
    { fault: 'endless' },
  ]
  const { answers, accepted } = await submitEach(await useKie(), faults, 1_000)
  expect(answers).toEqual([unknown, unknown, unknown, unknown])
  expect(Math.max(...accepted)).toBe(1)
})

test('a slow or mistyped answer that is whole is accepted', async () => {
  const { answers } = await submitEach(await useKie(), [
    { fault: 'slow_headers', delayMs: 50 },
    { fault: 'trickle', bytes: 40, everyMs: 5 },
    { fault: 'wrong_type', contentType: 'text/plain' },
  ])
  expect(answers).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }, { kind: 'accepted' }])
})

test('without an envelope a 4xx is the status, since nothing was made', async () => {
  const page = { fault: 'status', envelope: 'html' }
  const { answers } = await submitEach(await useKie(), [
    { ...page, status: 401 },
    { ...page, status: 402 },
    { ...page, status: 429, headers: { 'retry-after': '2' } },
  ])
  expect(answers).toMatchObject([
    { kind: 'refused', class: 'auth' },
    { kind: 'refused', class: 'quota' },
    { kind: 'refused', class: 'rate', retryAfterMs: 2_000 },
  ])
})

test('a provider that cannot be reached was sent nothing', async () => {
  const settings = { key: KEY, uploadUrl: 'http://127.0.0.1:1', fileHosts: [], referencesAs: 'url' as const }
  const provider = newKieProvider({ ...settings, apiUrl: 'http://127.0.0.1:1' })
  expect(await provider.submit(image(), TIMEOUT_MS)).toEqual({
    kind: 'refused',
    class: 'provider_transient',
    message: 'The provider cannot be reached.',
  })
})

test('a rejected content is moderation, a wrong field is not, and their messages are cleaned', async () => {
  const used = await useKie()
  const say = (code: number, field: string, text: string) => ({
    fault: 'replace',
    status: 200,
    body: JSON.stringify({ code, [field]: text, data: null }),
    contentType: 'application/json',
  })
  const id = '0123456789abcdef'.repeat(2)
  const { answers } = await submitEach(used, [
    say(400, 'msg', `The prompt was flagged, task ${id}, see https://docs.kie.example/x`),
    say(422, 'message', `nsfw_checker must be a boolean for ${KEY} at 127.0.0.1:80`),
    say(451, 'msg', ''),
  ])
  expect(answers).toEqual([
    { kind: 'refused', class: 'moderation', message: 'The prompt was flagged, task, see' },
    { kind: 'refused', class: 'invalid_input', message: 'nsfw_checker must be a boolean for at' },
    { kind: 'refused', class: 'input_unreachable', message: 'The provider does not take the job.' },
  ])
})
