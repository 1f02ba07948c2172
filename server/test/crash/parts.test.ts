import { describe, expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { advance } from '../../src/production/jobs/advance.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const tries = (app: App, id: string) =>
  app.db.rows<{ part: number; try: number; state: string }>(
    `select part, try, state from provider_submits where media_id = $1 order by part, try`,
    [id],
  )

/** The jobs that the provider has for the parts of a media. */
async function bought(app: App, id: string): Promise<string[]> {
  const log = await fetch(`${app.config.simulatorUrl}/__double/log`)
  const { jobs } = (await log.json()) as { jobs: { reference: string }[] }
  return jobs.map(({ reference }) => reference).filter((reference) => reference.startsWith(id))
}

const accepted = (part: number, number: number) => ({ part, try: number, state: 'accepted' })

describe('an order that the provider makes in parts', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '6' })

  test('is one job with one charge, and each part is bought once', async () => {
    const { app, call, createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/one-by-one', n: 4 })
    expect(status).toBe(201)
    const media = await finished(user, body.id)
    expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 4, 0])
    const etags = await Promise.all(
      media.outputs.map(async (one) => (await call('HEAD', one.videoUrl)).headers.get('etag')),
    )
    expect(new Set(etags).size).toBe(4)
    expect(await entries(user, body.id)).toHaveLength(1)
    expect(await tries(app, body.id)).toEqual([0, 1, 2, 3].map((part) => accepted(part, part + 1)))
    expect(new Set(await bought(app, body.id)).size).toBe(4)
    expect(await bought(app, body.id)).toHaveLength(4)
    const keys = await app.db.rows<{ key: string }>(
      `select object_key as key from media where $1 in (id, parent_id) order by position`,
      [body.id],
    )
    expect(keys.map(({ key }) => /\/(\d)-/.exec(key)?.[1])).toEqual(['0', '1', '2', '3'])
  })

  test.each([
    ['one-fails', 'provider_failed'],
    ['one-hangs', null],
  ])('%s: the other file is delivered, the missing one refunded', async (model, errorClass) => {
    const { app, createUser, submit, finished, entries } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: `simulator/${model}`, n: 2 })
    const media = await finished(user, body.id)
    expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 1, 400])
    expect(await entries(user, body.id)).toMatchObject([{ amount: -800 }, { amount: 400 }])
    const parts = await app.db.rows(
      `select ended_at is not null as ended, error_class from provider_submits where media_id = $1
       order by part`,
      [body.id],
    )
    expect(parts).toEqual([
      { ended: true, error_class: null },
      { ended: errorClass !== null, error_class: errorClass },
    ])
  })

  test('one-refused: the part that was refused is sent again', async () => {
    const { app, createUser, submit, finished } = system()
    const user = await createUser()
    const { status, body } = await submit(user, { model: 'simulator/one-refused', n: 2 })
    expect(status).toBe(201)
    const media = await finished(user, body.id)
    expect([media.status, media.outputs.length]).toEqual(['completed', 2])
    expect(await tries(app, body.id)).toEqual([
      accepted(0, 1),
      { part: 1, try: 2, state: 'refused' },
      accepted(1, 4),
    ])
    expect(await bought(app, body.id)).toHaveLength(2)
  })
})

describe('without an engine', () => {
  const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
    app.engine.start = async () => 'pending'
    app.engine.restart = async () => undefined
  })

  async function submitQueued(): Promise<{ user: TestUser; id: string; app: App }> {
    const { app, createUser, submit } = system()
    const user = await createUser()
    const { body } = await submit(user, { model: 'simulator/one-by-one', n: 2 })
    return { user, id: body.id, app }
  }

  const advanceToEnd = async (app: App, id: string) => {
    await expect.poll(async () => (await advance(app, id, null)).kind, { timeout: 10_000 }).toBe('over')
  }

  test('20 concurrent steps send one POST for each part and settle once', async () => {
    const { app, user, id } = await submitQueued()
    await Promise.all(Array.from({ length: 20 }, () => submitOnce(app, id, null, false)))
    expect((await bought(app, id)).toSorted()).toEqual([`${id}-0`, `${id}-1`])
    await new Promise((done) => setTimeout(done, 400))
    await Promise.all(Array.from({ length: 20 }, () => advance(app, id, null)))
    await advanceToEnd(app, id)
    expect(await system().entries(user, id)).toHaveLength(1)
    expect((await system().poll(user, id)).outputs).toHaveLength(2)
  })

  test('a worker that dies between two parts: one is adopted, the other sent, each once', async () => {
    const { app, user, id } = await submitQueued()
    await submitOnce(app, id, null, false)
    // The provider has both. We know of one; of the other, neither the id nor that it was sent.
    await app.db.row(
      `update provider_submits set state = 'intent', provider_job_id = null, handle = null
       where media_id = $1 and part = 1`,
      [id],
    )
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
    await advanceToEnd(app, id)
    expect(await bought(app, id)).toHaveLength(2)
    expect(await tries(app, id)).toEqual([accepted(0, 1), accepted(1, 2)])
    expect((await system().poll(user, id)).outputs).toHaveLength(2)
  })

  test('before any POST: recent claims are left alone, old ones are sent again, each part once', async () => {
    const { app, id } = await submitQueued()
    await app.db.row(
      `insert into provider_submits (media_id, part, try, provider, state, started_at)
       select $1, part, part + 1, 'simulator-parts', 'intent', clock_timestamp()
       from generate_series(0, 1) part`,
      [id],
    )
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'unknown' })
    expect(await bought(app, id)).toEqual([])
    await app.db.row(
      `update provider_submits set started_at = started_at - interval '1 minute' where media_id = $1`,
      [id],
    )
    await Promise.all(Array.from({ length: 10 }, () => reconcile(app, id, null)))
    expect((await bought(app, id)).toSorted()).toEqual([`${id}-0`, `${id}-1`])
    expect(await tries(app, id)).toEqual([
      { part: 0, try: 1, state: 'abandoned' },
      accepted(0, 3),
      { part: 1, try: 2, state: 'abandoned' },
      accepted(1, 4),
    ])
  })
})
