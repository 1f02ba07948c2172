import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportUser, listOwnedTables } from '../../src/privacy/exports/index.ts'
import { makeAsset, makePhoto, makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { useSystem } from '../use-system.ts'
import { erase, makeOwner } from './make-owner.ts'

const system = useSystem()

/** Tables without rows about a user. A new table is listed here, or it has an owner and is exported. */
const withoutOwner: Record<string, string> = {
  invitation_links: 'digests of links to invitations',
  mail_turns: 'digests of addresses, and when a mail was last sent there',
  invitations: 'links; the address goes when a link is used',
  oauth_clients: 'programs that registered themselves',
  provider_breakers: 'what workers say of providers',
  migrations: 'which migrations were applied',
  photo_counts: 'numbers that follow from the photos',
  cep_counts: 'numbers that follow from the CEPs',
  sweep_progress: 'how far the sweep of storage has come',
  model_times: 'how long models take',
  partition_ranges: 'which times have partitions',
  payment_events: 'what Stripe said of payments; those of a user stand in payments',
  payment_progress: 'until when the events of Stripe were read',
  provider_pauses: 'which providers want no jobs for now',
  sign_up_links: 'digests of links to addresses without an account, for a day',
  restores: 'when the database was restored, and until when it is looked after',
  worker_pulses: 'which workers are alive',
  this_cell: 'which cell the database belongs to',
}

test('every table has an owner and is exported, or is known to be about nobody', async () => {
  const { owned, without } = await listOwnedTables(system().app.db)
  expect(without.filter((name) => !(name in withoutOwner))).toEqual([])
  const names = owned.map(({ name }) => name)
  // One of each way to find the owner: its own row, a column, one foreign key, two of them.
  for (const name of ['users', 'media', 'key_secrets', 'observations', 'attachments'])
    expect(names).toContain(name)
})

const readLines = (folder: string, table: string): Record<string, unknown>[] =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('an export has all rows and files of a user, nothing of others, no secret, nothing erased', async () => {
  const { app, call } = system()
  const [owner, other] = [await makeOwner(app.db), await makeOwner(app.db)]
  const product = await makeProduct(system(), owner)
  const photo = await makePhoto(system(), owner, product.id)
  const [media, gone] = [await makeMedia(system(), owner), await makeMedia(system(), owner)]
  await makeMedia(system(), other, { prompt: 'of another user' })
  await makeAsset(system(), other)
  await send(system(), owner, observation([row('2026-11-01')]))
  await erase(system(), owner, gone.id)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-export-'))
  const { rows, files } = await exportUser(app, owner.id, folder)
  expect(rows).toMatchObject({ users: 1, media: 2, products: 1, photos: 1, observations: 1, assets: 0 })
  expect(rows.ledger_entries).toBe(3)
  expect(
    readLines(folder, 'media')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([media.id, gone.id].sort())
  const text = readdirSync(join(folder, 'tables')).map((name) =>
    readFileSync(join(folder, 'tables', name), 'utf8'),
  )
  for (const foreign of [other.id, other.email, 'of another user', 'argon2id'])
    expect(text.filter((one) => one.includes(foreign))).toEqual([])
  expect(text.join('')).toContain(owner.email)
  const stored = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect([files, stored.length]).toEqual([3, 3])
  const hashes = stored.map((bytes) => `"${createHash('sha256').update(bytes).digest('hex')}"`)
  for (const url of [photo.url, media.videoUrl, media.thumbnailUrl])
    expect(hashes).toContain((await call('HEAD', url ?? '')).headers.get('etag'))
})
