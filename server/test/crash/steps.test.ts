import { describe, expect, test } from 'vitest'
import type { App } from '../../src/platform/app/index.ts'
import { advance } from '../../src/production/jobs/advance.ts'
import { settleCompleted, settleFailed, settleStalled } from '../../src/production/jobs/settle.ts'
import { reconcile, submitOnce } from '../../src/production/jobs/submit-once.ts'
import { type TestUser, useSystem } from '../use-system.ts'

/** Without an engine: the tests call the steps, as if a worker had died between any two of them. */
const system = useSystem({ IMAGE_STALL_SECONDS: '300', TICK_SECONDS: '3600' }, (app) => {
  app.engine.start = async () => 'pending'
  app.engine.restart = async () => undefined
})

async function submitQueued(
  model = 'simulator/ok',
  n = 1,
): Promise<{ user: TestUser; id: string; app: App }> {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const { body } = await submit(user, { model, n })
  return { user, id: body.id, app }
}

const countProviderJobs = async (app: App, id: string): Promise<number> => {
  const answer = await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${id}`)
  return ((await answer.json()) as { jobs: unknown[] }).jobs.length
}

const tries = (app: App, id: string) =>
  app.db.rows<{ try: number; state: string }>(
    `select try, state from provider_submits where media_id = $1 order by try`,
    [id],
  )

const ageSubmit = (app: App, id: string) =>
  app.db.row(
    `update provider_submits set started_at = started_at - interval '1 minute' where media_id = $1`,
    [id],
  )

const passDeadline = async (app: App, id: string) => {
  await app.db.row('alter table media disable trigger media_guard')
  await app.db.row(`update media set deadline_at = clock_timestamp() - interval '1 ms' where id = $1`, [id])
  await app.db.row('alter table media enable trigger media_guard')
}

const advanceToEnd = async (app: App, id: string) => {
  await expect.poll(async () => (await advance(app, id, null)).kind, { timeout: 10_000 }).toBe('over')
}

describe('a worker that dies', () => {
  test('before the POST leaves a claim; once old, the provider is asked and one POST is sent', async () => {
    const { app, user, id } = await submitQueued()
    await app.db.row(
      `insert into provider_submits (media_id, try, provider, state, started_at)
       values ($1, 1, 'simulator', 'intent', clock_timestamp())`,
      [id],
    )
    // A recent claim may still be in progress in another worker, so nothing is sent.
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'unknown' })
    expect(await countProviderJobs(app, id)).toBe(0)
    await ageSubmit(app, id)
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
    expect(await tries(app, id)).toEqual([
      { try: 1, state: 'abandoned' },
      { try: 2, state: 'accepted' },
    ])
    await advanceToEnd(app, id)
    expect(await countProviderJobs(app, id)).toBe(1)
    expect(await system().poll(user, id)).toMatchObject({ status: 'completed' })
  })

  test('stopped between claim and POST sends nothing when it continues too late', async () => {
    const { app, id } = await submitQueued()
    const [row, now] = [app.db.row, performance.now]
    // The claim is made, and 5 s pass before the next line.
    app.db.row = (async (text: string, values: never) => {
      const claimed = await row(text, values)
      if (text.includes('insert into provider_submits')) performance.now = () => now.call(performance) + 5_000
      return claimed
    }) as typeof row
    try {
      expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'not_sent' })
    } finally {
      app.db.row = row
      performance.now = now
    }
    expect(await countProviderJobs(app, id)).toBe(0)
    expect(await tries(app, id)).toEqual([{ try: 1, state: 'refused' }])
    expect(await reconcile(app, id, null)).toMatchObject({ kind: 'accepted' })
    expect(await countProviderJobs(app, id)).toBe(1)
  })

  test('after the POST and before our write leaves a provider job, which is found and adopted', async () => {
    const { app, id } = await submitQueued()
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
    await app.db.row('alter table media disable trigger media_guard')
    await app.db.row(`update media set status = 'queued' where id = $1`, [id])
    await app.db.row('alter table media enable trigger media_guard')
    await app.db.row(
      `update provider_submits set state = 'intent', provider_job_id = null where media_id = $1`,
      [id],
    )
    expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
    await advanceToEnd(app, id)
    expect([await countProviderJobs(app, id), await tries(app, id)]).toEqual([
      1,
      [{ try: 1, state: 'accepted' }],
    ])
  })

  test('after our write and before the journal causes a repeated step, which changes nothing', async () => {
    const { app, id } = await submitQueued()
    for (let i = 0; i < 3; i++)
      expect(await submitOnce(app, id, null, false)).toMatchObject({ kind: 'accepted' })
    expect(await countProviderJobs(app, id)).toBe(1)
  })

  test('after the settlement and before the journal causes a step that returns "over"', async () => {
    const { app, user, id } = await submitQueued()
    await submitOnce(app, id, null, false)
    await advanceToEnd(app, id)
    expect(await advance(app, id, null)).toEqual({ kind: 'over' })
    expect(await submitOnce(app, id, null, false)).toEqual({ kind: 'over' })
    expect(await system().entries(user, id)).toHaveLength(1)
  })
})

describe('a step that runs several times at once', () => {
  test('sends one POST for 20 concurrent submits of one media', async () => {
    const { app, id } = await submitQueued()
    await Promise.all(Array.from({ length: 20 }, () => submitOnce(app, id, null, false)))
    expect([await countProviderJobs(app, id), (await tries(app, id)).length]).toEqual([1, 1])
  })

  test('sends one POST for 20 concurrent reconciliations of an old unanswered claim', async () => {
    const { app, id } = await submitQueued()
    await app.db.row(
      `insert into provider_submits (media_id, try, provider, state, started_at)
       values ($1, 1, 'simulator', 'unknown', clock_timestamp() - interval '1 minute')`,
      [id],
    )
    await Promise.all(Array.from({ length: 20 }, () => reconcile(app, id, null)))
    expect(await countProviderJobs(app, id)).toBe(1)
  })

  test('stores one set of files and settles once for 20 concurrent advances', async () => {
    const { app, user, id } = await submitQueued('simulator/partial', 4)
    await submitOnce(app, id, null, false)
    await expect
      .poll(
        async () =>
          (await fetch(`${app.config.simulatorUrl}/v1/jobs?reference=${id}`).then((r) => r.json())) as object,
      )
      .toMatchObject({ jobs: [{ status: 'succeeded' }] })
    await Promise.all(Array.from({ length: 20 }, () => advance(app, id, null)))
    const media = await system().poll(user, id)
    expect([media.status, media.outputs.length, media.creditsRefunded]).toEqual(['completed', 2, 800])
    expect(await system().entries(user, id)).toHaveLength(2)
    const rows = await app.db.rows(`select id from media where parent_id = $1`, [id])
    expect(rows).toHaveLength(1)
  })

  test('settles once when a stall, a failure and a completion race, and the ledger agrees', async () => {
    for (let round = 0; round < 20; round++) {
      const { app, user, id } = await submitQueued()
      await submitOnce(app, id, null, false)
      await passDeadline(app, id)
      const file = {
        objectKey: 'x',
        contentType: 'image/png',
        sizeBytes: 1,
        sha256: Buffer.alloc(32),
        md5: Buffer.alloc(16),
        width: 1,
        height: 1,
        codec: null,
        originMark: null,
        thumbnailKey: 'y',
        thumbnailBytes: 1,
      }
      const settled = await Promise.all([
        settleStalled(app, id, { isCheckedNow: true }),
        settleFailed(app, id, { errorCode: 'provider_error', message: 'no' }),
        settleCompleted(app, id, [file], { n: 1, product_id: null }),
      ])
      expect(settled.filter(Boolean)).toHaveLength(1)
      expect(await system().entries(user, id)).toHaveLength(settled[2] ? 1 : 2)
    }
  })
})

describe('when the window closes', () => {
  test('a finished result still counts when the provider was not checked before', async () => {
    const { app, user, id } = await submitQueued()
    await submitOnce(app, id, null, false)
    await new Promise((done) => setTimeout(done, 500))
    await passDeadline(app, id)
    // A poll must not stall a job whose provider was not checked: the picture is there.
    expect(await system().poll(user, id)).toMatchObject({ status: 'processing' })
    expect(await advance(app, id, null)).toEqual({ kind: 'over' })
    expect(await system().poll(user, id)).toMatchObject({ status: 'completed', charged: 'charged' })
  })

  test('a late result never changes a stalled job', async () => {
    const { app, user, id } = await submitQueued('simulator/slow')
    await submitOnce(app, id, null, false)
    await passDeadline(app, id)
    expect(await advance(app, id, null)).toEqual({ kind: 'over' })
    await new Promise((done) => setTimeout(done, 1_700))
    expect(await advance(app, id, null)).toEqual({ kind: 'over' })
    expect(await system().poll(user, id)).toMatchObject({ status: 'stalled', charged: 'refunded' })
  })

  test('a job that was never sent is stalled by the poll and never sent afterwards', async () => {
    const { app, user, id } = await submitQueued()
    await passDeadline(app, id)
    expect(await system().poll(user, id)).toMatchObject({ status: 'stalled', creditsRefunded: 400 })
    expect(await submitOnce(app, id, null, false)).toEqual({ kind: 'over' })
    expect(await countProviderJobs(app, id)).toBe(0)
  })

  test('a result that was announced still has time to be stored', async () => {
    const { app, user, id } = await submitQueued()
    await submitOnce(app, id, null, false)
    await app.db.row(
      `update media set result_seen_at = clock_timestamp(), checked_at = clock_timestamp() where id = $1`,
      [id],
    )
    await passDeadline(app, id)
    expect(await system().poll(user, id)).toMatchObject({ status: 'processing' })
    await advanceToEnd(app, id)
    expect(await system().poll(user, id)).toMatchObject({ status: 'completed' })
  })
})

describe('the database refuses', () => {
  test('a change of a final row, a status that goes back, and a second live submit', async () => {
    const { app, id } = await submitQueued('simulator/fail')
    await submitOnce(app, id, null, false)
    await expect(app.db.row(`update media set status = 'queued' where id = $1`, [id])).rejects.toThrow(
      /cannot go/,
    )
    await expect(app.db.row(`update media set cost_credits = 1 where id = $1`, [id])).rejects.toThrow(/price/)
    await expect(
      app.db.row(
        `insert into provider_submits (media_id, try, provider, state, started_at)
         values ($1, 2, 'simulator', 'intent', now())`,
        [id],
      ),
    ).rejects.toThrow(/provider_submits_\w+_media_id_part_idx/)
    await advanceToEnd(app, id)
    await expect(app.db.row(`update media set prompt = 'other' where id = $1`, [id])).rejects.toThrow(
      /never changes/,
    )
  })
})
