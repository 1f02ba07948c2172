import { describe, expect, test } from 'vitest'
import { consequenceOf } from '#platform/providers'
import { makeMask } from '../../../doubles/test/openai/make-mask.ts'
import {
  expectClean,
  expectNoFiles,
  image,
  KEY,
  picture,
  png,
  type UsedOpenai,
  useOpenai,
} from './use-openai.ts'

/** Refused, without a second POST or anything bought. */
async function expectRefused(used: UsedOpenai, expected: object, request = image()): Promise<void> {
  const before = (await used.posts()).length
  const answer = await used.submit(request)
  expect(answer).toMatchObject({ kind: 'refused', ...expected })
  expectClean(answer)
  expect(await used.posts()).toHaveLength(before + 1)
  expect((await used.double.bill()).entries).toEqual([])
  expectNoFiles(used.tempDir)
}

const envelope = (error: object) => ({ error: { param: null, ...error } })

describe('trouble with our account', () => {
  test('a bad key is an auth error whose message does not show it', async () => {
    const used = await useOpenai({ key: 'sk-wrong-key-0123456789' })
    await expectRefused(used, { class: 'auth', message: 'The provider takes no jobs at the moment' })
    expect(JSON.stringify(await used.submit())).not.toContain('sk-wrong')
  })

  test('an organisation that is not verified is an auth error', async () => {
    await expectRefused(await useOpenai({}, '--set', 'isVerified=false'), { class: 'auth' })
  })

  test('no credit is a quota error in both forms, never bad input or a limit of the rate', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'out_of_credit' })
    await expectRefused(used, { class: 'quota' })
    await used.double.set({ outOfCreditAs: 'billing' })
    await used.double.fault({ fault: 'out_of_credit' })
    await expectRefused(used, { class: 'quota' })
    expect(consequenceOf('quota').isTemporary).toBe(false)
    await used.double.set({ balanceMicroUsd: 0 })
    await expectRefused(used, { class: 'quota' })
  })

  test('an unknown address is our fault, not that of the order', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'status', status: 404 })
    await expectRefused(used, { class: 'provider_failed' })
  })
})

describe('trouble that passes', () => {
  test('a limit of the rate tells its pause, in milliseconds or seconds', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'rate_limited', retryAfterSeconds: 1.5 })
    await expectRefused(used, { class: 'rate', retryAfterMs: 1500 })
    await used.double.set({ retryAfterIn: 's' })
    await used.double.fault({ fault: 'rate_limited', retryAfterSeconds: 7 })
    await expectRefused(used, { class: 'rate', retryAfterMs: 7000 })
    await used.double.fault({ fault: 'rate_limited' })
    await expectRefused(used, { class: 'rate' })
  })

  test('a 503 in the envelope of the provider may be tried again', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'status', status: 503, headers: { 'retry-after': '3' } })
    await expectRefused(used, { class: 'provider_transient', retryAfterMs: 3000 })
  })

  test('is final when the provider says so', async () => {
    const used = await useOpenai({}, '--set', 'shouldRetry=false')
    await used.double.fault({ fault: 'rate_limited', retryAfterSeconds: 1 })
    const answer = await used.submit()
    expect(answer).toMatchObject({ kind: 'refused', class: 'provider_failed' })
    expect(answer).not.toHaveProperty('retryAfterMs')
  })

  test('a refused connection was never sent', async () => {
    const used = await useOpenai()
    await used.double.kill()
    const answer = await used.submit()
    expect(answer).toMatchObject({ kind: 'refused', class: 'provider_transient' })
    expectClean(answer)
  })
})

describe('trouble with the order', () => {
  test('blocked content is moderation, in words without ids and addresses', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'fail', violations: ['violence'] })
    await expectRefused(used, {
      class: 'moderation',
      message: 'Your request was rejected by the safety system. safety_violations=[violence].',
    })
  })

  test('a mask of another size is bad input, in the words of the provider', async () => {
    const request = image({ references: [picture()], mask: picture(makeMask(8, 8)) })
    const message = expect.stringMatching(/^Invalid mask image: its size .* 8x8, the image 16x16/)
    await expectRefused(await useOpenai(), { class: 'invalid_input', message }, request)
  })

  test('a mask without a transparent pixel is refused: it would edit nothing', async () => {
    const request = image({ references: [picture()], mask: picture(makeMask(16, 16, false)) })
    await expectRefused(await useOpenai(), { class: 'invalid_input' }, request)
  })

  test('a reference that is no picture is bad input', async () => {
    const request = image({ references: [picture(png.subarray(0, 40))] })
    await expectRefused(await useOpenai(), { class: 'invalid_input' }, request)
  })

  test('a message with our key, ids and addresses is cleaned, and a long one is cut', async () => {
    const used = await useOpenai()
    const ids = 'request ID req_0af3, org-Ab12, 0f8fad5b-d9cb-469f-a165-70867728950e'
    const hosts = 'https://a.example/x or api.openai.example/v1'
    const message = `Bad ${KEY} at ${hosts}, ${ids}. ${'long '.repeat(200)}`
    await used.double.fault({ fault: 'replace', status: 400, body: envelope({ message, code: 'x' }) })
    const answer = await used.submit()
    expectClean(answer)
    expect(answer).toMatchObject({ class: 'invalid_input', message: expect.stringMatching(/^Bad at or/) })
    expect(JSON.stringify(answer)).not.toMatch(/0af3|Ab12|0f8fad5b/)
    expect(JSON.stringify(answer).length).toBeLessThan(500)
  })

  test('a 4xx is definite even as a page, without a text or with one that never ends', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'html', status: 413 })
    await expectRefused(used, { class: 'invalid_input', message: 'The provider refused the job' })
    await used.double.fault({ fault: 'replace', status: 400, body: '{"error":{"mess' })
    await expectRefused(used, { class: 'invalid_input', message: 'The provider refused the job' })
    await used.double.fault({ fault: 'replace', status: 400, body: 'x'.repeat(1 << 20) })
    await expectRefused(used, { class: 'invalid_input', message: 'The provider refused the job' })
  })
})
