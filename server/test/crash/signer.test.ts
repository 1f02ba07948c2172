import { type ChildProcess, spawn } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { charge, grant, verifyLedger } from '../../src/access/credits/index.ts'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { findWitness, replayStatements } from '../../src/access/statements/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { openStorage, type Storage } from '../../src/platform/storage/index.ts'
import { mediaBooks } from '../../src/production/media/index.ts'
import { createBucket } from '../create-bucket.ts'
import { cloneDatabase } from '../use-system.ts'

const KILLS = 6
const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
const dir = mkdtempSync(join(tmpdir(), 'atelier-signer-'))
const witnessFile = join(dir, 'witness')
const { privateKey } = generateKeyPairSync('ed25519')

let db: Db
let storage: Storage
let env: NodeJS.ProcessEnv
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await cloneDatabase()
  const { endpoint, region, accessKeyId, secretAccessKey } = inject('s3')
  const bucket = await createBucket()
  writeFileSync(join(dir, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  db = openDb({ url: database.url, poolSize: 4, onIdleError: () => {} })
  storage = openStorage({ endpoint, region, accessKeyId, secretAccessKey, bucket })
  drop = database.drop
  env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    LEDGER_SIGNING_KEY_FILE: join(dir, 'key.pem'),
  }
})
afterAll(async () => {
  await Promise.allSettled([db?.close(), storage?.close()])
  await drop?.()
  rmSync(dir, { recursive: true, force: true })
})

/** Signs without a pause, so that a kill hits any point of a round. */
const startSigner = (): ChildProcess =>
  spawn(process.execPath, [ADMIN, 'sign-heads', '--every', '0.001', '--begin', '--witness', witnessFile], {
    env,
    stdio: 'ignore',
  })

async function waitForStatementAfter(sequence: number): Promise<number> {
  for (let left = 600; left > 0; left--) {
    const witness = await findWitness(witnessFile)
    if (witness && witness.sequence > sequence) return witness.sequence
    await sleep(100)
  }
  throw new Error(`no statement after ${sequence}`)
}

test('a signer that is killed at any point leaves a sequence that the next one continues', async () => {
  const userId = (await createUser(db, { email: 'signer@x.test', passwordHash: '-' })) as string
  await grant(db, { userId, amount: 1_000_000, kind: 'grant', note: 'test' })
  const owner: Owner = ownerOf(userId, 'live')
  let isPosting = true
  const posting = (async () => {
    while (isPosting) {
      const media = { id: newId('media'), kind: 'image', costCredits: 1 } as const
      await db.transaction((tx) => charge(tx, owner, media))
      await sleep(5)
    }
  })()
  let sequence = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const signer = startSigner()
    sequence = await waitForStatementAfter(sequence)
    await sleep(Math.random() * 100)
    signer.kill('SIGKILL')
    await once(signer, 'exit')
  }
  isPosting = false
  await posting
  const findings: string[] = []
  const onFinding = (sentence: string) => findings.push(sentence)
  const witness = await findWitness(witnessFile)
  const expected = witness ? [{ ...witness, source: 'the witness' }] : []
  const publicKeys = [createPublicKey(privateKey)]
  const { signed, newest } = await replayStatements({ storage, publicKeys, expected, onFinding })
  await verifyLedger(db, { media: mediaBooks, signed, onFinding })
  expect(newest?.sequence).toBeGreaterThanOrEqual(KILLS)
  expect(findings.filter((one) => !/without its media/.test(one))).toEqual([])
})
