import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asRole, startPostgres } from '../../harness/processes/index.ts'
import { grant, verifyLedger } from '../../src/access/credits/index.ts'
import { createUser } from '../../src/access/identity/index.ts'
import { DatabaseBusy, type Db, migrate, openDb } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { archivePartitions, mediaBooks } from '../../src/production/media/index.ts'
import { cloneDatabase } from '../use-system.ts'

const servers = {
  18: async () => {
    expect(inject('postgresUrl')).toBeTruthy()
    const { url, drop } = await cloneDatabase()
    return { url, stop: drop }
  },
  15: async () => {
    const dir = mkdtempSync(join(tmpdir(), 'atelier-15-'))
    const server = await startPostgres({ dir, binDir: '/usr/lib/postgresql/15/bin', durable: false })
    await migrate(server.url())
    const stop = async () => {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    }
    return { url: server.url(), stop }
  },
}

const INSERT = `
  insert into media (id, user_id, mode, kind, parent_id, status, prompt, provider, model, size, n, client_ref,
    client_ref_bound, cost_credits, refunded_credits, refunded_at, created_at, deadline_at, finished_at)
  values ($1, $2, 'live', 'image', $4::text, $5::text, 'a secret prompt', 'simulator', 'ok', '1:1', 1,
    $3::text, $3::text is not null,
    case when $4::text is null then 400 else 0 end,
    case when $5::text = 'failed' then 400 else 0 end, case when $5::text = 'failed' then now() end, now(),
    now() + interval '1 hour', case when $5::text = 'failed' then now() end)
  returning tableoid::regclass::text as partition`

describe.each([18, 15] as const)('on PostgreSQL %i', (version) => {
  let db: Db
  /** With the rights of the worker and of the operator's commands. */
  let workerDb: Db
  let url: string
  let userId: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const server = await servers[version]()
    url = server.url
    stop = server.stop
    db = openDb({ url, poolSize: 16, onIdleError: () => {} })
    workerDb = openDb({ url: asRole(url, 'atelier_worker'), poolSize: 8, onIdleError: () => {} })
    userId = (await createUser(db, { email: `${newId('user')}@x.test`, passwordHash: '-' })) as string
    await grant(db, { userId, amount: 100_000, kind: 'grant', note: 'test' })
    for (const days of [90, 60])
      await db.row(
        `select make_partitions('00', date_trunc('day', now() - $1 * interval '1 day', 'UTC'),
           date_trunc('day', now() - ($1 - 30) * interval '1 day', 'UTC'))`,
        [days],
      )
  })
  afterAll(async () => {
    await Promise.all([db.close(), workerDb.close()])
    await stop()
  })

  /** An id as it was made some days ago. */
  const idOf = async (daysAgo: number): Promise<string> => {
    const row = await db.row<{ id: string }>(
      `select left(media_id_bound('00', now() - $1 * interval '1 day'), 13) || $2 as id`,
      [daysAgo, newId('media').slice(-13)],
    )
    return row?.id as string
  }
  type NewRow = { ref?: string | null; parent?: string | null; status?: string }
  const insert = (id: string, { ref = null, parent = null, status = 'queued' }: NewRow = {}) =>
    db.row<{ partition: string }>(INSERT, [id, userId, ref, parent, status])
  const chargeAndRefund = async (id: string) => {
    await db.row(
      `select post_entry($1, $2, 'live', 'charge', -400, 'image_generation', 'generated_media', $3, null)`,
      [newId('transaction'), userId, id],
    )
    await db.row(`select refund_charge($1, 'generated_media', $2, 400)`, [newId('transaction'), id])
  }

  test('a row is in the partition of its time; of another cell or a random id, in the default', async () => {
    expect((await insert(await idOf(0)))?.partition).toMatch(/^media_00_\d{8}$/)
    const older = (await insert(await idOf(80)))?.partition
    expect(older).toMatch(/^media_00_\d{8}$/)
    expect((await insert(await idOf(50)))?.partition).not.toBe(older)
    expect((await insert((await idOf(0)).replace('med_00', 'med_7x')))?.partition).toBe('media_other')
    expect((await insert(await idOf(500)))?.partition).toBe('media_other')
  })

  test('partitions are made ahead, once, and a day with rows in the default is left to it', async () => {
    const extend = async (cell: string, days: number) =>
      (await workerDb.row<{ made: number }>(`select extend_partitions($1, $2) as made`, [cell, days]))?.made
    expect(await extend('00', 30)).toBe(0)
    // One that waits too long for the others is refused as busy, and asks again, as the tick does.
    const extendSurely = (): Promise<number | undefined> =>
      extend('9a', 10).catch((error) =>
        error instanceof DatabaseBusy ? extendSurely() : Promise.reject(error),
      )
    const made = await Promise.all(Array.from({ length: 5 }, extendSurely))
    expect(made.reduce((sum, one) => (sum ?? 0) + (one ?? 0), 0)).toBe(2)
    await insert((await idOf(0)).replace('med_00', 'med_9b'))
    expect(await extend('9b', 10)).toBe(1)
    const row = await db.row<{ tomorrow: boolean }>(
      `select min(from_at) = date_trunc('day', now(), 'UTC') + interval '1 day' as tomorrow
       from partition_ranges where cell = '9b'`,
    )
    expect(row?.tomorrow).toBe(true)
    await expect(extend(`x'; drop table media`, 10)).rejects.toThrow(/no partitions/)
  })

  test('no job fails while partitions are made', async () => {
    let isDone = false
    let repeated = 0
    const runJobs = async () => {
      for (let jobs = 0; ; jobs++) {
        if (isDone && jobs > 5) return
        const id = await idOf(0)
        let attempts = 0
        await db.transaction(async (tx) => {
          if (++attempts > 1) repeated++
          await tx.row(INSERT, [id, userId, id, null, 'queued'])
          await tx.row(
            `insert into provider_submits (media_id, try, provider, state, provider_job_id, started_at)
             values ($1::text, 1, 'simulator', 'accepted', $1::text, now())`,
            [id],
          )
        })
      }
    }
    const jobs = Promise.all(Array.from({ length: 8 }, runJobs))
    for (const cell of ['b0', 'b1', 'b2', 'b3', 'b4', 'b5'])
      for (let made = 0; made === 0; )
        made = await workerDb
          .row<{ made: number }>(`select extend_partitions($1, 30) as made`, [cell])
          .then((row) => row?.made ?? 0)
          .catch((error) => (error.code === '55P03' ? 0 : Promise.reject(error)))
    isDone = true
    await jobs
    // A transaction is repeated after a deadlock.
    expect(repeated).toBe(0)
  })

  test('of concurrent submits with one clientRef in several partitions, one is inserted', async () => {
    for (const ref of ['one', 'two']) {
      const ids = await Promise.all([80, 50, 0, 80, 50, 0, 0, 0].map(idOf))
      const rows = await Promise.all(ids.map((id) => insert(id, { ref })))
      expect(rows.filter(Boolean)).toHaveLength(1)
    }
    const released = await idOf(80)
    expect(await insert(released, { ref: 'three' })).toBeDefined()
    await db.row(`update media set client_ref_bound = false where id = $1`, [released])
    expect(await insert(await idOf(0), { ref: 'three' })).toBeDefined()
    await expect(
      db.row(`update media set client_ref_bound = true where id = $1`, [released]),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test('a name of a provider job belongs to one try, whichever partitions its media are in', async () => {
    const ids = await Promise.all([80, 50, 0, 0].map(idOf))
    for (const id of ids) await insert(id)
    const accept = (id: string) =>
      db.row(
        `insert into provider_submits (media_id, try, provider, state, provider_job_id, started_at)
         values ($1, 1, 'simulator', 'accepted', 'job 1', now()) returning try`,
        [id],
      )
    const results = await Promise.allSettled(ids.map(accept))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { reason } = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(reason).toMatchObject({ code: '23505' })
  })

  test('a sibling needs its job, and a job with siblings is not deleted', async () => {
    const [job, sibling] = [await idOf(80), await idOf(50)]
    await expect(insert(sibling, { parent: job })).rejects.toMatchObject({ code: '23503' })
    await insert(job)
    await insert(sibling, { parent: job })
    await expect(db.row(`delete from media where id = $1`, [job])).rejects.toMatchObject({ code: '23503' })
  })

  test('the api can touch no partition and make none', async () => {
    const client = new pg.Client({ connectionString: asRole(url, 'atelier_api') })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r'`,
    )
    expect(rows.length).toBeGreaterThan(8)
    for (const { name } of rows)
      await expect(client.query(`select from ${name}`), name).rejects.toThrow('permission denied')
    for (const call of [`extend_partitions('8a', 1)`, `drop_partitions('00', now())`, `archive_media('{}')`])
      await expect(client.query(`select ${call}`), call).rejects.toThrow('permission denied')
    await client.end()
  })

  test('settled media are archived: the ledger agrees and a clientRef stays bound; others stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-archive-'))
    const archive = async (): Promise<string[]> => {
      const lines: string[] = []
      for await (const { rows, stays } of archivePartitions(workerDb, new Date(), folder))
        lines.push(stays ? 'stays' : `${rows}`)
      return lines
    }
    expect(await archive()).toEqual(['stays', 'stays'])
    const final = `status = 'failed', finished_at = now(), refunded_at = now(), refunded_credits = 400`
    await db.row(`update media set ${final} where id < media_id_bound('00', now() - interval '1 day')
                  and parent_id is null and status = 'queued'`)
    const id = await idOf(80)
    await insert(id, { ref: 'archived', status: 'failed' })
    const before = await db.rows<{ id: string }>(
      `select id from media where cost_credits > 0 and status = 'failed'`,
    )
    for (const one of before) await chargeAndRefund(one.id)
    const findings: string[] = []
    const verify = () =>
      verifyLedger(db, { media: mediaBooks, onFinding: (sentence) => findings.push(sentence) })
    await verify()
    const known = findings.length
    const [first] = await archive()
    expect(Number(first)).toBeGreaterThan(2)
    const [file = ''] = readdirSync(folder)
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(Number(first))
    expect(text).toContain(id)
    expect(text).not.toContain('secret')
    rmSync(folder, { recursive: true })
    expect(await db.row(`select from media where id = $1`, [id])).toBeUndefined()
    expect(await insert(await idOf(0), { ref: 'archived' })).toBeUndefined()
    findings.length = 0
    await verify()
    expect(findings).toHaveLength(known)
  })
})
