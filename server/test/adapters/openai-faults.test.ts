import { describe, expect, test } from 'vitest'
import {
  expectClean,
  expectFinished,
  expectNoFiles,
  image,
  picture,
  take,
  type UsedOpenai,
  useOpenai,
} from './use-openai.ts'

/** 2 tokens of text, and 1756 of one square picture. */
const EXPECTED_MICROS = 2 * 5 + 1756 * 30

/** Unknown, with the expected cost, after one POST, and without a file. */
async function expectUnknown(used: UsedOpenai, fault: object, timeoutMs?: number): Promise<void> {
  const before = (await used.posts()).length
  await used.double.fault(fault)
  const answer = await used.submit(image(), timeoutMs)
  expect(answer, JSON.stringify(fault)).toEqual({ kind: 'unknown', expectedCostMicros: EXPECTED_MICROS })
  expect(await used.posts()).toHaveLength(before + 1)
  expectNoFiles(used.tempDir)
}

const json = (body: unknown) => ({ fault: 'replace', status: 200, body })

describe('it may have been bought, so it is unknown', () => {
  test('when a proxy answers with a page, whatever its status above 499', async () => {
    const used = await useOpenai()
    for (const status of [500, 502, 503, 504, 520]) {
      await expectUnknown(used, { fault: 'html', status })
      await expectUnknown(used, { fault: 'html', status, when: 'after' })
    }
  })

  test('when the provider itself answers 408, 409 or a 5xx other than 503', async () => {
    const used = await useOpenai()
    for (const status of [408, 409, 500, 502, 504])
      await expectUnknown(used, { fault: 'status', status, when: 'after' })
    await expectUnknown(used, { fault: 'fail', code: 'server_error' })
  })

  test('even when the provider says that it should be tried again', async () => {
    const used = await useOpenai({}, '--set', 'shouldRetry=true')
    await expectUnknown(used, { fault: 'status', status: 500 })
  })

  test('when the connection is reset or ends without an answer', async () => {
    const used = await useOpenai()
    await expectUnknown(used, { fault: 'reset' })
    await expectUnknown(used, { fault: 'reset', when: 'after' })
    await expectUnknown(used, { fault: 'lost_reply' })
    expect((await used.double.bill()).entries).toHaveLength(2)
  })

  test('when no answer or only a part of it comes in time', async () => {
    const used = await useOpenai()
    await expectUnknown(used, { fault: 'lost_reply', end: 'silent' }, 500)
    await expectUnknown(used, { fault: 'slow_headers', delayMs: 3_000 }, 500)
    await expectUnknown(used, { fault: 'trickle', bytes: 50, everyMs: 50 }, 500)
    await expectUnknown(used, { fault: 'stuck' }, 500)
  })

  test('when the answer is cut, at any place', async () => {
    const used = await useOpenai()
    for (const share of [0, 0.05, 0.5, 0.99]) {
      await expectUnknown(used, { fault: 'truncate', share, mode: 'chunked' })
      await expectUnknown(used, { fault: 'truncate', share, mode: 'length' })
    }
    await expectUnknown(used, { fault: 'malformed_json' })
    await expectUnknown(used, { fault: 'false_length', by: -10 })
    await expectUnknown(used, { fault: 'false_length', by: 10 })
  })

  test('when the answer is no result', async () => {
    const used = await useOpenai()
    await expectUnknown(used, json('<html>welcome</html>'))
    await expectUnknown(used, json(''))
    await expectUnknown(used, json({}))
    await expectUnknown(used, json([]))
    await expectUnknown(used, json('null'))
    await expectUnknown(used, json({ error: { message: 'oh', code: 'moderation_blocked' } }))
    await expectUnknown(used, json({ data: 'none' }))
  })

  test('when a picture is no base64 or was cut', async () => {
    const used = await useOpenai()
    for (const b64_json of ['AAAA AAAA', 'AAA', 'AAAAA', 'AA==AAAA', 'AA-_', 'AAAA\nAAAA'])
      await expectUnknown(used, json({ data: [{ b64_json: 'QUJD' }, { b64_json }] }))
  })

  test('when it is redirected; the key goes nowhere else', async () => {
    const [used, other] = [await useOpenai(), await useOpenai()]
    for (const status of [301, 302, 307, 308]) {
      const location = `${other.double.url}/v1/images/generations`
      await expectUnknown(used, { fault: 'redirect', status, location })
    }
    expect((await other.double.log()).requests).toEqual([])
  })

  test('when the answer does not end', async () => {
    const used = await useOpenai()
    await expectUnknown(used, { fault: 'endless' })
    await expectUnknown(used, { fault: 'oversize', bytes: 1 << 30 })
  })

  test('and an edit is expected to cost its references too', async () => {
    const used = await useOpenai()
    await used.double.fault({ fault: 'lost_reply' })
    const order = image({ n: 2, size: '2:3', references: [picture(), picture()] })
    const answer = await used.submit(order)
    const expectedCostMicros = 2 * 5 + 2 * 1024 * 8 + 2 * 2634 * 30
    expect(answer).toEqual({ kind: 'unknown', expectedCostMicros })
    // The same is known of a submit whose worker died.
    expect(used.provider.expectedCostMicros?.(order)).toBe(expectedCostMicros)
    expect(await used.double.bill()).toMatchObject({ entries: [{}] })
    expectClean(answer)
  })
})

describe('a whole answer counts', () => {
  test('however slowly it comes and whatever type it claims', async () => {
    const used = await useOpenai()
    const faults = [
      { fault: 'trickle', bytes: 997, everyMs: 1 },
      { fault: 'slow_headers', delayMs: 100 },
      { fault: 'wrong_type', contentType: 'text/html' },
    ]
    for (const fault of faults) {
      await used.double.fault(fault)
      const { files } = expectFinished(await used.submit())
      expect((await take(files[0])).subarray(1, 4).toString()).toBe('PNG')
    }
    expectNoFiles(used.tempDir)
  })
})
