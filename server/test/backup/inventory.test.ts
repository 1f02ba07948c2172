import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runAdmin } from '../../harness/processes/index.ts'
import { makeAsset, makePhoto, makeProduct } from '../routes/make-album.ts'
import { listKeys, useSystemWithBucket } from '../use-system-with-bucket.ts'

const system = useSystemWithBucket({ SWEEP_HOURS: '0' })

/** What the operator sees, with the exit status. */
async function checkFiles(...args: string[]): Promise<string> {
  const { databaseUrl, s3 } = system().app.config
  const env = {
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  return runAdmin(['check-files', ...args], env).catch((error: Error) => error.message)
}

async function write(key: string, bytes: Buffer): Promise<void> {
  const file = { contentType: 'image/png', sha256: createHash('sha256').update(bytes).digest() }
  const { storage } = system().app
  await storage.remove(key)
  await storage.put(key, { bytes }, file)
}

test('an object that is gone, cut or changed is found and named; an unnamed one is counted', async () => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  const { id: productId } = await makeProduct(system(), user)
  await makeAsset(system(), user)
  await makePhoto(system(), user, productId)
  for (const _ of [1, 2, 3]) await finished(user, (await submit(user)).body.id as string)
  const pictures = await listKeys(system(), 'generated/')
  const thumbnails = await listKeys(system(), 'thumbnails/')
  const uploads = await listKeys(system(), 'uploads/')
  expect([pictures.length, thumbnails.length]).toEqual([3, 3])
  expect(uploads.length).toBeGreaterThan(1)
  expect(await checkFiles()).toMatch(
    /^\d+ files \(\d+ bytes\), by their sizes: 0 missing, 0 wrong; 0 objects/,
  )

  const [gone = '', cut = '', changed = ''] = pictures
  const missing = [gone, thumbnails[0] as string, uploads[0] as string]
  for (const key of missing) await app.storage.remove(key)
  await write(cut, randomBytes(20))
  const size = (await app.storage.findSize(changed)) as number
  await write(changed, randomBytes(size))
  await write(`generated/med_${'0'.repeat(22)}/0-${'0'.repeat(64)}.png`, randomBytes(20))

  const found = await checkFiles()
  expect(found).toContain('exit code 1')
  for (const key of missing) expect(found).toContain(`missing: ${key} (`)
  expect(found).toContain(`wrong: ${cut} has 20 bytes, and its row says`)
  expect(found).not.toContain(changed)
  expect(found).toMatch(/: 3 missing, 1 wrong; 1 objects have no row/)
  expect(found).toContain('What to do: put the named objects back')

  const read = await checkFiles('--read')
  expect(read).toContain(`wrong: ${changed} has other bytes than its row says`)
  expect(read).toMatch(/: 3 missing, 2 wrong/)
}, 60_000)
