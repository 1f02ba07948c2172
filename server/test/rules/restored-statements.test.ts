import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import {
  charge,
  grant,
  readPublicKey,
  verifyChain,
  verifyLedger,
  writePublicKey,
} from '../../src/access/credits/index.ts'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import {
  NothingSigned,
  replayStatements,
  type Signer,
  signHeads,
  signRestored,
} from '../../src/access/statements/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { openStorage, type Storage } from '../../src/platform/storage/index.ts'
import { mediaBooks } from '../../src/production/media/index.ts'
import { createBucket } from '../create-bucket.ts'
import { cloneDatabase } from '../use-system.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const publicKeys = [writePublicKey(privateKey)]
const keys = publicKeys.map(readPublicKey)
const TABLES = ['users', 'credit_accounts', 'ledger_entries', 'credit_grants', 'signed_heads']

let db: Db
let storage: Storage
let signer: Signer
let close: () => Promise<void>

beforeEach(async () => {
  const database = await cloneDatabase()
  db = openDb({ url: database.url, poolSize: 4, onIdleError: () => {} })
  storage = openStorage({ ...inject('s3'), bucket: await createBucket() })
  signer = { db, storage, privateKey, publicKeys: keys, mayBegin: true, witness: undefined }
  close = async () => {
    await Promise.all([db.close(), storage.close()])
    await database.drop()
  }
})
afterEach(() => close())

async function newOwner(): Promise<Owner> {
  const userId = (await createUser(db, { email: `${newId('user')}@x.test`, passwordHash: '-' })) as string
  await grant(db, { userId, amount: 100_000, kind: 'grant', note: 'test' })
  return ownerOf(userId, 'live')
}

const chargeOnce = (owner: Owner) =>
  db.transaction((tx) => charge(tx, owner, { id: newId('media'), kind: 'image', costCredits: 400 }))

async function verify(upTo?: number): Promise<string[]> {
  const findings: string[] = []
  const onFinding = (sentence: string) => findings.push(sentence)
  const limit = upTo === undefined ? {} : { upTo }
  const { signed } = await replayStatements({ storage, publicKeys: keys, expected: [], onFinding, ...limit })
  await verifyLedger(db, { media: mediaBooks, signed, publicKeys, onFinding })
  return findings.filter((one) => !/without its media/.test(one))
}

const copy = async () => {
  for (const table of TABLES) await db.row(`create table copy_of_${table} as table ${table}`)
}

/** Sets the rows back, as a restored database has them. */
const restore = () =>
  db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    for (const table of TABLES) {
      await tx.row(`delete from ${table}`)
      await tx.row(`insert into ${table} overriding system value table copy_of_${table}`)
    }
  })

/** Two statements, a copy of the rows, and two statements more: `lost` exists only after the copy. */
async function signAroundCopy() {
  const [owner, other] = [await newOwner(), await newOwner()]
  await signHeads(signer)
  await chargeOnce(owner)
  const { statement } = await signHeads(signer)
  // Signed by nobody yet when the copy is made.
  await chargeOnce(other)
  await copy()
  for (let i = 0; i < 3; i++) await chargeOnce(owner)
  const lost = await newOwner()
  await signHeads(signer)
  await chargeOnce(lost)
  await signHeads(signer)
  return { owner, other, lost, known: statement.sequence }
}

test('after a restore nothing is signed until an operator says so, and one statement says it', async () => {
  const { owner, known } = await signAroundCopy()
  await restore()
  expect(await verify(known)).toEqual([])
  expect((await verify()).some((one) => /the tail is cut off/.test(one))).toBe(true)
  await expect(signHeads(signer)).rejects.toThrow(/was set back.*--restored/)
  await expect(signHeads(signer)).rejects.toThrow(NothingSigned)
  // A refused round left nothing behind.
  expect(await verify(known)).toEqual([])
  const round = await signRestored(signer)
  expect(round).toMatchObject({ withdrawn: { first: 3, last: 4 }, statement: { sequence: 5 }, heads: 2 })
  expect(await verify()).toEqual([])
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: true })
  await chargeOnce(owner)
  expect(await signHeads(signer)).toMatchObject({ heads: 1, contradictions: [], statement: { sequence: 6 } })
  expect(await verify()).toEqual([])
  const { restores } = await replayStatements({
    storage,
    publicKeys: keys,
    expected: [],
    onFinding: () => {},
  })
  expect(restores).toEqual([{ sequence: 5, from: 2, signedAt: expect.any(String) }])
})

test('a crash after the statement of a restore is made good by the next round or restore', async () => {
  const { owner } = await signAroundCopy()
  await restore()
  await signRestored(signer)
  // As if the process had ended after the write to storage.
  await restore()
  await chargeOnce(owner)
  expect(await signHeads(signer)).toMatchObject({ contradictions: [], statement: { sequence: 6 } })
  expect(await verify()).toEqual([])
  // Restored to the same moment once more.
  await restore()
  const again = await signRestored(signer)
  expect(again).toMatchObject({ withdrawn: { first: 3, last: 6 }, statement: { sequence: 7 } })
  expect(await verify()).toEqual([])
  expect(await signRestored(signer)).toMatchObject({ withdrawn: undefined, statement: { sequence: 8 } })
})

test('a statement of a restore does not cover a changed chain', async () => {
  const { owner } = await signAroundCopy()
  await restore()
  await db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(`delete from ledger_entries where user_id = $1 and seq > 1`, [owner.userId])
    await tx.row(
      `update credit_accounts a set seq = 1, balance = e.balance_after, head_hash = e.tx_hash,
         head_seal = e.seal from ledger_entries e
       where e.user_id = a.user_id and e.mode = a.mode and e.seq = 1 and a.user_id = $1`,
      [owner.userId],
    )
  })
  await expect(signRestored(signer)).rejects.toThrow(/contradicts statement 2: .*ends at number 1/)
})
