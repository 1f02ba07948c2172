import { describe, expect, test } from 'vitest'
import { useSystem } from '../use-system.ts'

const system = useSystem()

/** The expected outcome of each simulator model: answer, media and ledger entries. */
describe('every way a job can end', () => {
  test('ok: completed, charged once, with a file', async () => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/ok' })
    expect([status, body.status, body.creditsCost, body.balanceAfter]).toEqual([
      201,
      'processing',
      400,
      999_600,
    ])
    const media = await finished(user, body.id)
    expect(media).toMatchObject({
      status: 'completed',
      charged: 'charged',
      creditsCost: 400,
      creditsRefunded: 0,
      refundedAt: null,
      errorMessage: null,
      errorCode: null,
      nextAction: 'use_videoUrl',
      progress: 100,
    })
    expect(await entries(user, body.id)).toEqual([
      { reason: 'image_generation', amount: -400, balanceAfter: 999_600 },
    ])
  })

  test('slow: shows its progress while it waits', async () => {
    const { createUser, submit, poll, finished } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/slow' })
    expect(await poll(user, body.id)).toMatchObject({
      status: 'processing',
      nextAction: 'poll_again',
      pollAfterSeconds: 10,
    })
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed', charged: 'charged' })
  })

  test.each([
    ['fail', 'provider_error'],
    ['moderated', 'content_rejected'],
  ])('%s: failed, refunded in full, with a cleaned provider message', async (model, errorCode) => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: `simulator/${model}` })
    const media = await finished(user, body.id)
    expect(media).toMatchObject({
      status: 'failed',
      charged: 'refunded',
      creditsCost: 400,
      creditsRefunded: 400,
      errorCode,
      nextAction: 'retry',
      videoUrl: null,
      completedAt: null,
    })
    expect(media.refundedAt).not.toBeNull()
    expect(media.errorMessage).not.toMatch(/https?:|sim_|127\.0\.0\.1/)
    expect(await entries(user)).toMatchObject([
      { reason: 'credit_grant' },
      { reason: 'image_generation', amount: -400 },
      { reason: 'image_generation_refund', amount: 400, balanceAfter: 1_000_000 },
    ])
  })

  test('refuse: 503, already refunded, the job listed as failed, the clientRef free again', async () => {
    const { createUser, submit, poll, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/refuse', clientRef: 'r' })
    expect([status, body]).toMatchObject([
      503,
      { code: 'provider_unavailable', charged: 'refunded', balance: 1_000_000 },
    ])
    expect(await poll(user, body.id)).toMatchObject({ status: 'failed', charged: 'refunded', clientRef: 'r' })
    expect(await entries(user, body.id)).toHaveLength(2)
    const again = await submit(user, { model: 'simulator/ok', clientRef: 'r' })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test.each([
    ['rejected', 'provider_rejected', 'content_rejected', 'moderation'],
    ['bad-key', 'provider_unavailable', 'provider_error', 'auth'],
  ])('%s: 503 %s, refunded, and the reason is recorded', async (model, code, errorCode, errorClass) => {
    const { app, createUser, submit, poll, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: `simulator/${model}` })
    expect([status, body]).toMatchObject([503, { code, charged: 'refunded', balance: 1_000_000 }])
    // Whose key is wrong is not the business of the caller.
    expect(body.error).not.toMatch(/key|sk-/i)
    expect(await poll(user, body.id)).toMatchObject({ status: 'failed', errorCode })
    expect(await entries(user, body.id)).toHaveLength(2)
    const tries = await app.db.rows(`select state, error_class from provider_submits where media_id = $1`, [
      body.id,
    ])
    expect(tries).toEqual([{ state: 'refused', error_class: errorClass }])
  })

  test('hang: stalled by its run at the end of the window, refunded in full, no error message', async () => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/hang' })
    const media = await finished(user, body.id)
    expect(media).toMatchObject({
      status: 'stalled',
      charged: 'refunded',
      errorMessage: null,
      errorCode: 'timeout',
    })
    const tookMs = Date.parse(media.refundedAt ?? '') - Date.parse(media.createdAt)
    expect(tookMs).toBeGreaterThanOrEqual(5_000)
    expect(tookMs).toBeLessThan(7_000)
    expect(await entries(user, body.id)).toMatchObject([
      { amount: -400 },
      { amount: 400, balanceAfter: 1_000_000 },
    ])
  })

  test.each([
    [2, 1],
    [4, 2],
  ])('partial, n = %i: completed, with the missing files refunded in one entry', async (n, files) => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/partial', n })
    const media = await finished(user, body.id)
    const back = 400 * (n - files)
    expect(media).toMatchObject({
      status: 'completed',
      charged: 'charged',
      creditsRefunded: back,
      errorCode: null,
    })
    expect(media.outputs).toHaveLength(files)
    expect(media.refundedAt).not.toBeNull()
    expect(await entries(user, body.id)).toMatchObject([{ amount: -400 * n }, { amount: back }])
  })

  test('partial, n = 1: failed because there is no file, refunded in full', async () => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/partial' })
    expect(await finished(user, body.id)).toMatchObject({ status: 'failed', errorCode: 'provider_error' })
    expect(await entries(user, body.id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
  })

  test.each([
    [4, 3],
    [1, 0],
  ])('bad-file, n = %i: one bad file costs one refund', async (n, files) => {
    const { createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/bad-file', n })
    const media = await finished(user, body.id)
    expect([media.status, media.errorCode, media.creditsRefunded]).toEqual(
      files > 0 ? ['completed', null, 400] : ['failed', 'storage_failed', 400],
    )
    expect(media.outputs).toHaveLength(files)
    expect(await entries(user, body.id)).toMatchObject([{ amount: -400 * n }, { amount: 400 }])
  })

  test('expired: the job is read once more, and its new addresses are used', async () => {
    const { createUser, submit, finished } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/expired', n: 2 })
    const media = await finished(user, body.id)
    expect([media.status, media.outputs.length]).toEqual(['completed', 2])
  })

  test('gone: failed because the files cannot be had, refunded in full', async () => {
    const { app, createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/gone' })
    expect(await finished(user, body.id)).toMatchObject({ status: 'failed', errorCode: 'storage_failed' })
    expect(await entries(user, body.id)).toMatchObject([{ amount: -400 }, { amount: 400 }])
    const submits = `select error_class from provider_submits where media_id = $1`
    expect(await app.db.rows(submits, [body.id])).toEqual([{ error_class: 'expired' }])
  })

  test('lost-reply: found by our own id, bought once, completed', async () => {
    const { app, createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/lost-reply' })
    expect(status).toBe(201)
    expect(await finished(user, body.id)).toMatchObject({ status: 'completed', charged: 'charged' })
    expect(await entries(user, body.id)).toHaveLength(1)
    const bought = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${body.id}`)
    expect(((await bought.json()) as { jobs: unknown[] }).jobs).toHaveLength(1)
  })

  test('n = 4: one charge, four different files, three of them siblings', async () => {
    const { call, createUser, submit, finished, poll, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { n: 4, size: '2:3' })
    expect(body.creditsCost).toBe(1_600)
    const media = await finished(user, body.id)
    expect(media.outputs.map((one) => one.id)[0]).toBe(media.id)
    const etags = await Promise.all(
      media.outputs.map(async (one) => (await call('HEAD', one.videoUrl)).headers.get('etag')),
    )
    expect(new Set(etags).size).toBe(4)
    for (const { id } of media.outputs.slice(1)) {
      expect(await poll(user, id)).toMatchObject({
        parentId: media.id,
        creditsCost: 0,
        charged: 'none',
        status: 'completed',
        orientation: 'portrait',
      })
    }
    expect(await entries(user)).toHaveLength(2)
  })
})
