import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createBucket } from '../create-bucket.ts'
import { makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'
import { listKeys, makeOwner } from './make-owner.ts'

const system = useSystem({ S3_BUCKET: await createBucket() })
const path = new URL('../../src/entry/admin.ts', import.meta.url).pathname

async function admin(...args: string[]): Promise<string> {
  const { databaseUrl, s3 } = system().app.config
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  return (await promisify(execFile)(process.execPath, [path, ...args], { env })).stdout.trim()
}

// Each command starts a process, which takes seconds on a busy machine.
test('an operator exports a user, erases a media, then the account', { timeout: 180_000 }, async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const [first, second] = [await makeMedia(system(), owner), await makeMedia(system(), owner)]
  const folder = join(mkdtempSync(join(tmpdir(), 'atelier-export-')), 'owner')
  expect(await admin('export-user', owner.email, '--out', folder)).toMatch(/rows of \d+ tables, 4 files$/)
  expect(readFileSync(join(folder, 'tables', 'users.jsonl'), 'utf8')).toContain(owner.email)
  expect(existsSync(join(folder, 'files', 'generated', first.id))).toBe(true)
  expect(await admin('erase', first.id)).toMatch(/^ers_\w+: media med_\w+. Erased/)
  expect((await call('GET', first.videoUrl ?? '')).status).toBe(410)
  expect((await call('GET', second.videoUrl ?? '')).status).toBe(200)
  expect(await admin('erase', owner.email)).toMatch(/: account usr_/)
  expect((await call('GET', second.videoUrl ?? '')).status).toBe(410)
  expect(await listKeys(app, 'generated/')).toEqual([])
  expect(await admin('verify-ledger', '--without-heads')).toMatch(/nothing is wrong$/)
  expect(await admin('apply-erasures')).toBe('2 erasures in the log: 0 applied, 2 known')
  const actions = await app.db.rows<{ actor_kind: string }>(
    `select actor_kind from audit_events where user_id = $1 and action = 'key.revoked'`,
    [owner.id],
  )
  expect(actions).toEqual([{ actor_kind: 'operator' }])
})
