import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runParallel } from '../../harness/driver/index.ts'
import { startPostgres } from '../../harness/processes/index.ts'
import {
  chainHash,
  charge,
  GENESIS_HASH,
  grant,
  readBalance,
  refund,
  type SealedEntry,
  sealHash,
  verifyChain,
  verifyLedger,
} from '../../src/access/credits/index.ts'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { type Db, migrate, openDb } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { mediaBooks } from '../../src/production/media/index.ts'
import { cloneDatabase } from '../use-system.ts'

/** The ledger must work on the newest PostgreSQL and on the one that Debian ships. */
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

describe.each([18, 15] as const)('on PostgreSQL %i', (version) => {
  let db: Db
  let stop: () => Promise<void>
  beforeAll(async () => {
    const server = await servers[version]()
    db = openDb({ url: server.url, poolSize: 16, onIdleError: () => {} })
    stop = server.stop
    const row = await db.row<{ server_version_num: string }>('show server_version_num')
    expect(Math.floor(Number(row?.server_version_num) / 10_000)).toBe(version)
  })
  afterAll(async () => {
    await db.close()
    await stop()
  })

  const newOwner = async (credits: number): Promise<Owner> => {
    const userId = (await createUser(db, { email: `${newId('user')}@x.test`, passwordHash: '-' })) as string
    await grant(db, { userId, amount: credits, kind: 'grant', note: 'test' })
    return ownerOf(userId, 'live')
  }
  const chargeOnce = (owner: Owner, id = newId('media')) =>
    db.transaction((tx) => charge(tx, owner, { id, kind: 'image', costCredits: 400 })).then(() => id)

  test('the hash of an entry is the specified one, in the database and in the code', async () => {
    const entry = {
      id: 'txn_0000000000000000000001',
      amount: -400,
      reason: 'image_generation',
      ref_id: 'med_0000000000000000000001',
      ref_type: 'generated_media',
      balance_after: 9600,
      created_at: new Date('2026-11-14T12:00:00.000Z'),
    }
    const expected = 'dddd5c21593e9bfd2de0528a9a138f74ad698774b361c21f6587ec94993298e4'
    expect(chainHash(GENESIS_HASH, entry)).toBe(expected)
    const row = await db.row<{ hash: string }>(
      `select encode(entry_hash(decode($1, 'hex'), $2, $3, $4, $5, $6, $7, $8), 'hex') as hash`,
      [
        GENESIS_HASH,
        entry.id,
        entry.amount,
        entry.reason,
        entry.ref_id,
        entry.ref_type,
        entry.balance_after,
        entry.created_at,
      ],
    )
    expect(row?.hash).toBe(expected)
  })

  test('the seal of an entry is the same in the database and in the code', async () => {
    const owner = await newOwner(2_000)
    const id = await chargeOnce(owner)
    await db.transaction((tx) => refund(tx, id, 400))
    const rows = await db.rows<SealedEntry & { hash: string; seal: string }>(
      `select user_id, mode, seq, kind, reverses, encode(tx_hash, 'hex') as hash, encode(seal, 'hex') as seal
       from ledger_entries where user_id = $1 order by seq`,
      [owner.userId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['grant', 'charge', 'refund'])
    let previous = GENESIS_HASH
    for (const row of rows) {
      previous = sealHash(previous, row, row.hash)
      expect(row.seal).toBe(previous)
    }
  })

  test('of 1,000 concurrent charges only the affordable ones succeed, and the chain is valid', async () => {
    const owner = await newOwner(400 * 37 + 399)
    const outcomes: PromiseSettledResult<string>[] = []
    // No more at once than find a connection in time on a busy machine.
    await runParallel(100, Array(1_000).keys(), async () => {
      outcomes.push(...(await Promise.allSettled([chargeOnce(owner)])))
    })
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(37)
    const refused = outcomes.filter((one) => one.status === 'rejected').map((one) => one.reason.code)
    expect(new Set(refused)).toEqual(new Set(['insufficient_credits']))
    expect(await verifyChain(db, owner)).toMatchObject({ valid: true, checked: 38 })
  })

  test('a media is charged once and refunded once, also under concurrent retries', async () => {
    const owner = await newOwner(2_000)
    const id = await chargeOnce(owner)
    await expect(chargeOnce(owner, id)).rejects.toThrow(/one_entry_per_ref_and_kind/)
    const refunds = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.transaction((tx) => refund(tx, id, 400))),
    )
    expect(refunds.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await verifyChain(db, owner)).toMatchObject({ valid: true, checked: 3 })
  })

  test('a refund is never more than its charge, and never without one', async () => {
    const id = await chargeOnce(await newOwner(2_000))
    await expect(db.transaction((tx) => refund(tx, id, 401))).rejects.toThrow(/does not fit/)
    await expect(db.transaction((tx) => refund(tx, newId('media'), 1))).rejects.toThrow(/no charge/)
  })

  test('entries cannot be updated, deleted or truncated', async () => {
    await chargeOnce(await newOwner(2_000))
    await expect(db.row('update ledger_entries set amount = 1 where amount < 0')).rejects.toThrow(
      /append-only/,
    )
    await expect(db.row('delete from ledger_entries')).rejects.toThrow(/append-only/)
    await expect(db.row('truncate ledger_entries cascade')).rejects.toThrow(/append-only/)
  })

  test.each([
    ['an amount', `update ledger_entries set amount = amount + 1 where id = $1`],
    ['a balance', `update ledger_entries set balance_after = balance_after + 1 where id = $1`],
    ['a time', `update ledger_entries set created_at = created_at + interval '1 ms' where id = $1`],
    ['a reference', `update ledger_entries set ref_id = 'med_0000000000000000000000' where id = $1`],
    ['a kind', `update ledger_entries set kind = 'adjustment' where id = $1`],
    [
      'a reversal',
      `update ledger_entries set kind = 'refund', reverses = id, amount = -amount where id = $1`,
    ],
  ])('a change of %s behind the code is detected at the right entry', async (_, change) => {
    const owner = await newOwner(4_000)
    for (let i = 0; i < 5; i++) await chargeOnce(owner)
    const rows = await db.rows<{ id: string }>(
      `select id from ledger_entries where user_id = $1 order by seq`,
      [owner.userId],
    )
    const changedId = rows[3]?.id as string
    await db.row('alter table ledger_entries disable trigger ledger_is_append_only')
    await db.row(change, [changedId])
    expect(await verifyChain(db, owner)).toMatchObject({ valid: false, brokenAt: changedId, checked: 3 })
    const broken: string[] = []
    await verifyLedger(db, { media: mediaBooks, onFinding: (sentence) => broken.push(sentence) })
    expect(broken.join('\n')).toContain(`${owner.userId} (live): entry ${changedId} `)
    await db.row('delete from ledger_entries where user_id = $1', [owner.userId])
    await db.row('delete from credit_accounts where user_id = $1', [owner.userId])
    await db.row('alter table ledger_entries enable trigger ledger_is_append_only')
  })

  test('a grant with a reference happens once, also in parallel, and repeats its first answer', async () => {
    const { userId } = await newOwner(1_000)
    const externalRef = newId('grant')
    const purchase = { userId, amount: 500, kind: 'purchase', note: 'paid', externalRef } as const
    const granted = await Promise.all(Array.from({ length: 8 }, () => grant(db, purchase)))
    expect(new Set(granted.map(({ id, balance }) => `${id} ${balance}`)).size).toBe(1)
    expect(granted.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
    await grant(db, { ...purchase, kind: 'adjustment' })
    const owner = ownerOf(userId, 'live')
    expect(await readBalance(db, owner)).toBe(2_000)
    expect(await grant(db, purchase)).toMatchObject({ balance: 1_500, isRepeated: true })
    await expect(grant(db, { ...purchase, amount: 501 })).rejects.toThrow(/belongs to grn_.*500 credits/)
    await expect(grant(db, { ...purchase, externalRef: undefined })).rejects.toThrow(
      /purchase_has_a_reference/,
    )
    expect(await verifyChain(db, owner)).toMatchObject({ valid: true, checked: 3 })
  })

  test('the times of a chain never go backwards', async () => {
    const owner = await newOwner(4_000)
    await db.row(`update credit_accounts set head_at = now() + interval '1 hour' where user_id = $1`, [
      owner.userId,
    ])
    await chargeOnce(owner)
    const rows = await db.rows<{ ahead: boolean }>(
      `select created_at > now() + interval '59 minutes' as ahead
       from ledger_entries where user_id = $1 order by seq desc limit 1`,
      [owner.userId],
    )
    expect(rows[0]?.ahead).toBe(true)
  })
})
