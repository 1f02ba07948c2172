import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  findWitness,
  NothingSigned,
  replayStatements,
  type Signer,
  saveWitness,
  signHeads,
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

async function verify(expected: { sequence: number; hash?: string; source: string }[] = []) {
  const findings: string[] = []
  const onFinding = (sentence: string) => findings.push(sentence)
  const { signed, newest } = await replayStatements({ storage, publicKeys: keys, expected, onFinding })
  await verifyLedger(db, { media: mediaBooks, signed, publicKeys, onFinding })
  // These charges have no media; that is checked elsewhere.
  return { newest, findings: findings.filter((one) => !/without its media/.test(one)) }
}

/** As the superuser: triggers are off. */
const tamper = (text: string, values: string[] = []) =>
  db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    return tx.rows(text, values)
  })

const putBack = (columns: string) =>
  tamper(
    `update signed_heads h set (${columns}) =
       (select ${columns} from older_heads o where o.user_id = h.user_id and o.mode = h.mode)`,
  )

const cutTail = (owner: Owner, seq: number) =>
  db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(`delete from ledger_entries where user_id = $1 and seq > $2`, [owner.userId, seq])
    await tx.row(
      `update credit_accounts a set seq = e.seq, balance = e.balance_after, head_hash = e.tx_hash,
         head_seal = e.seal from ledger_entries e
       where e.user_id = a.user_id and e.mode = a.mode and e.seq = $2 and a.user_id = $1`,
      [owner.userId, seq],
    )
  })

test('statements sign what changed, follow each other, and agree with the ledger', async () => {
  const [one, other] = [await newOwner(), await newOwner()]
  expect(await signHeads(signer)).toMatchObject({ heads: 2, contradictions: [], statement: { sequence: 1 } })
  await chargeOnce(one)
  expect(await signHeads(signer)).toMatchObject({ heads: 1, statement: { sequence: 2 } })
  expect(await signHeads(signer)).toMatchObject({ heads: 0, statement: { sequence: 3 } })
  await chargeOnce(other)
  expect(await verify()).toMatchObject({ findings: [], newest: { sequence: 3 } })
})

test('what a crash between storage and database leaves undone, the next round does', async () => {
  const owner = await newOwner()
  await signHeads(signer)
  await chargeOnce(owner)
  await db.row(`create table older_heads as select * from signed_heads`)
  await signHeads(signer)
  // As if the process had ended after the write to storage.
  await putBack('seq, balance, head_hash, head_seal, statement, signature')
  await chargeOnce(owner)
  expect(await signHeads(signer)).toMatchObject({ heads: 1, contradictions: [], statement: { sequence: 3 } })
  expect((await verify()).findings).toEqual([])
  await tamper(`truncate signed_heads`)
  expect(await signHeads(signer)).toMatchObject({ heads: 0, contradictions: [], statement: { sequence: 4 } })
  expect((await verify()).findings).toEqual([])
})

test('two signers at once write one sequence', async () => {
  const owner = await newOwner()
  for (let i = 0; i < 3; i++) {
    await chargeOnce(owner)
    await Promise.all([signHeads(signer), signHeads(signer), signHeads(signer)])
  }
  expect(await verify()).toMatchObject({ findings: [], newest: { sequence: 9 } })
})

test('a signer that another one overtakes does not take the newer rows for a change', async () => {
  const owner = await newOwner()
  let overtaken = 0
  // The other one signs between two reads of this one.
  const row: Db['row'] = async (text, ...rest) => {
    if (/from signed_heads$/.test(text) && overtaken++ === 0) await signHeads(signer)
    return db.row(text, ...rest)
  }
  await signHeads(signer)
  await chargeOnce(owner)
  expect((await signHeads({ ...signer, db: { ...db, row } })).statement).toMatchObject({ sequence: 3 })
  expect(await verify()).toMatchObject({ findings: [], newest: { sequence: 3 } })
})

test('a cut tail is not signed, also when the chain has grown again, and every check finds it', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  for (let i = 0; i < 4; i++) await chargeOnce(owner)
  await signHeads(signer)
  await cutTail(owner, 3)
  expect(await verifyChain(db, owner)).toMatchObject({ valid: true })
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: false })
  await chargeOnce(other)
  const contradictions = [`${owner.userId} (live): the chain ends at number 3, and number 5 was signed`]
  expect(await signHeads(signer)).toMatchObject({ heads: 1, contradictions })
  expect((await verify()).findings).toEqual([expect.stringContaining('the tail is cut off')])
  for (let i = 0; i < 3; i++) await chargeOnce(owner)
  const round = await signHeads(signer)
  expect(round).toMatchObject({ heads: 0, contradictions: [expect.stringMatching(/has a txHash/)] })
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: false })
  expect((await verify()).findings).toEqual([expect.stringContaining('the chain was rewritten')])
})

test('a deleted account is not signed over and is found', async () => {
  const owner = await newOwner()
  await signHeads(signer)
  await tamper(`delete from ledger_entries`)
  await tamper(`delete from credit_accounts`)
  await tamper(`delete from credit_grants`)
  const sentence = `${owner.userId} (live): the account is missing`
  expect((await signHeads(signer)).contradictions).toEqual([expect.stringContaining(sentence)])
  expect((await verify()).findings).toEqual([expect.stringContaining(sentence)])
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: false })
})

test('an older signed row put back, or a forged one, stops the signer', async () => {
  const owner = await newOwner()
  await signHeads(signer)
  await db.row(`create table older_heads as select * from signed_heads`)
  await chargeOnce(owner)
  await signHeads(signer)
  await chargeOnce(owner)
  await signHeads(signer)
  await cutTail(owner, 1)
  // With its old number, the statements after it would put the newest head in its place.
  await putBack('seq, balance, head_hash, head_seal, signature')
  await expect(signHeads(signer)).rejects.toThrow(/add up to 1 accounts, 1 entries .* signed 1 accounts, 3/)
  expect((await verify()).findings).toEqual([
    expect.stringContaining('the tail is cut off'),
    expect.stringContaining('its signed head in the database is forged'),
  ])
})

test('missing, replaced and copied statements are found, and stop the signer', async () => {
  const owner = await newOwner()
  const key = (n: number) => `ledger/statements/${String(n).padStart(12, '0')}`
  for (let i = 0; i < 4; i++) {
    await chargeOnce(owner)
    await signHeads(signer)
  }
  const put = (n: number, bytes: Buffer) => storage.putIfAbsent(key(n), bytes, fileOf(bytes))
  const [first, third, last] = await Promise.all([
    storage.find(key(1)),
    storage.find(key(3)),
    storage.find(key(4)),
  ])
  await storage.remove(key(3))
  expect((await verify()).findings).toEqual(['statement 3 is missing in storage'])
  await put(3, first as Buffer)
  expect((await verify()).findings).toEqual(['statement 3 is a copy of statement 1'])
  await storage.remove(key(3))
  await put(3, Buffer.from((third as Buffer).toString().replace('"accounts":1', '"accounts":2')))
  expect((await verify()).findings).toEqual(['statement 3 is not signed by a known key'])
  await storage.remove(key(3))
  await put(3, third as Buffer)
  expect((await verify()).findings).toEqual([])

  await storage.remove(key(4))
  const source = 'a signed head in the database'
  const expected = [{ sequence: 4, source }]
  expect((await verify(expected)).findings).toEqual([
    `statement 4 is missing in storage, and ${source} names it`,
  ])
  await expect(signHeads(signer)).rejects.toThrow(NothingSigned)
  await put(4, first as Buffer)
  await expect(signHeads(signer)).rejects.toThrow(/statement 4 is forged/)
  await storage.remove(key(4))
  await put(4, last as Buffer)
  expect(await signHeads(signer)).toMatchObject({ statement: { sequence: 5 } })
})

test('a witness finds that database and storage were both set back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-witness-'))
  const file = join(dir, 'witness')
  await expect(signHeads({ ...signer, mayBegin: false })).rejects.toThrow(/--begin/)
  const owner = await newOwner()
  await signHeads(signer)
  await chargeOnce(owner)
  const { statement } = await signHeads(signer)
  await saveWitness(file, statement)
  const witness = await findWitness(file)
  rmSync(dir, { recursive: true })
  expect(witness).toEqual(statement)
  await tamper(`truncate signed_heads`)
  await cutTail(owner, 1)
  await storage.remove('ledger/statements/000000000002')
  await expect(signHeads({ ...signer, witness })).rejects.toThrow(/both were set back/)
  expect((await verify()).findings).toEqual([])
  expect((await verify([{ ...statement, source: 'the witness' }])).findings).toEqual([
    'statement 2 is missing in storage, and the witness names it',
  ])
})

test('a long chain is verified from its signed head on, and says how much of it was recomputed', async () => {
  const owner = await newOwner()
  const fill = (entries: number) =>
    db.row(
      `select count(posted) from generate_series(1, $3::int) i, lpad($2::int + i || '', 22, '0') name,
         post_entry('txn_' || name, $1, 'live', 'charge', -1, 'image_generation', 'generated_media',
                    'med_' || name, null)`,
      [owner.userId, entries, entries],
    )
  await fill(2_100)
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: true, checked: 2_101 })
  await signHeads(signer)
  await fill(30)
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: true, checked: 30 })
  expect(await verifyChain(db, owner, [])).toMatchObject({ valid: true, checked: 2_131 })

  const change = (seq: number, credits: number) =>
    tamper(`update ledger_entries set amount = amount + $2::int where user_id = $1 and seq = $3::int`, [
      owner.userId,
      String(credits),
      String(seq),
    ])
  // Before the signed head only the verification of everything sees it, and the answer does not count it.
  await change(5, -10)
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: true, checked: 30 })
  expect((await verify()).findings).toEqual([expect.stringContaining('entry txn_')])
  await change(5, 10)
  for (const seq of [2_101, 2_110]) {
    if (seq > 2_101) await change(seq, -10)
    else await tamper(`update ledger_entries set seal = sha256('x') where seq = 2101`)
    expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: false })
  }
  // A forged signed head is not believed: the chain is recomputed as a whole.
  await tamper(`update signed_heads set seq = seq + 20`)
  expect(await verifyChain(db, owner, publicKeys)).toMatchObject({ valid: false, checked: 2_100 })
})

function fileOf(bytes: Buffer) {
  return { contentType: 'text/plain', sha256: createHash('sha256').update(bytes).digest() }
}
