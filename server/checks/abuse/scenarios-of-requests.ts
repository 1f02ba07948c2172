import { setTimeout as sleep } from 'node:timers/promises'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { SeededUser } from '../../harness/driver/index.ts'
import { callAs, logIn, openDatabase, writeForm } from '../../harness/driver/index.ts'
import { openS3Client } from '../../harness/processes/index.ts'
import { newKeyText } from '../../src/access/identity/index.ts'
import { TARPIT_ADDRESS } from './fake-internet.ts'
import type { World } from './open-world.ts'
import { runStorm } from './run-storm.ts'
import type { Scenario } from './scenario.ts'
import type { StormRequest } from './send-storm.ts'
import { watchCleaners } from './watch-cleaners.ts'
import { writeMultipart } from './write-multipart.ts'

const NETWORK = '127.0.9.1'
/** The other one is refused for a minute after the scenario of unknown keys. */
const LATER_NETWORK = '127.0.9.3'
const abuserOf = (world: World, index: number): SeededUser => world.abusers[index] as SeededUser
const keyOf = ({ apiKey }: SeededUser) => ({ 'x-api-key': apiKey })

/** Sends a large import again and again, and reads and reports as the same user meanwhile. */
const imports: Scenario = {
  name: 'import storms',
  prepare: async (world) => {
    const user = abuserOf(world, 2)
    const headers = { ...(await logIn(world.baseUrl, user)), 'content-type': 'text/csv' }
    const files = await Promise.all(
      [0, 1, 2].map((version) =>
        world.saveBody(`import-${version}.csv`, writeCsv(world.sizes.importLines, version)),
      ),
    )
    const sendImport = (bodyFile: string): StormRequest => ({
      method: 'POST',
      path: '/api/agent/knowledge/import',
      headers,
      bodyFile,
    })
    const read = (path: string): StormRequest => ({ method: 'GET', path, headers: keyOf(user) })
    const reads = ['history', 'patterns', 'drift'].map((what) => read(`/api/agent/knowledge/${what}`))
    const requests = [...files.map(sendImport), ...Array.from({ length: 8 }, () => reads).flat()]
    return () => runStorm({ port: world.port, network: NETWORK, parallel: 27, perSecond: 20, requests })
  },
}

function writeCsv(lines: number, version: number): string {
  const head = 'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Purchases,Purchases conversion value'
  const rows = Array.from({ length: lines }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1) + (index % 300) * 86_400_000).toISOString().slice(0, 10)
    return `${1_000 + Math.floor(index / 300)},${day},${10 + version},1000,50,2,40,7-day click`
  })
  return `${head},Attribution setting\n${rows.join('\n')}\n`
}

/** Verifies a long ledger, five times at once. */
const verifies: Scenario = {
  name: 'verify storms',
  prepare: async (world) => {
    const user = abuserOf(world, 3)
    await fillLedger(world, user)
    const request = { method: 'GET', path: '/api/gen/credits/verify', headers: keyOf(user) }
    return () =>
      runStorm({ port: world.port, network: NETWORK, parallel: 5, perSecond: 5, requests: [request] })
  },
}

/** In one transaction each entry would search through all earlier versions of its account. */
const ENTRIES_PER_TRANSACTION = 500

async function fillLedger({ databaseUrl, sizes }: World, { email }: SeededUser): Promise<void> {
  const database = await openDatabase(databaseUrl)
  for (let first = 1; first <= sizes.ledgerEntries; first += ENTRIES_PER_TRANSACTION)
    await database.query(postEntries, [email, first, first + ENTRIES_PER_TRANSACTION - 1])
  await database.end()
}

const postEntries = `
  with grants as (
    insert into credit_grants (id, user_id, mode, kind, amount, note)
    select 'grt_' || lpad(n::text, 22, '0'), u.id, 'live', 'grant', 1, 'of a check'
    from users u, generate_series($2::int, $3::int) n where u.email = $1 returning id, user_id)
  select count(p.posted) from grants,
    lateral post_entry('txn_' || right(id, 22), user_id, 'live', 'grant', 1, 'credit_grant', 'credit_grant',
      id, null) p`

/** Gives addresses that accept a connection and never answer: photos at once, and references of jobs. */
const tarpits: Scenario = {
  name: 'tarpits',
  prepare: async (world) => {
    const user = abuserOf(world, 4)
    const call = callAs(world.baseUrl, keyOf(user))
    const { product } = await call('POST', '/api/gen/products', { body: { name: 'Mug' } })
    const headers = { ...keyOf(user), 'content-type': 'application/json' }
    const fileUrl = `https://${TARPIT_ADDRESS}/photo.png`
    const photo = {
      method: 'POST',
      path: `/api/gen/products/${product.id}/reference`,
      headers,
      body: JSON.stringify({ label: 'front', fileUrl }),
    }
    const imageUrls = [1, 2, 3, 4, 5].map((n) => `${fileUrl}?${n}`)
    const body = JSON.stringify({ prompt: 'a red mug', model: 'simulator/ok', imageUrls })
    const job = { method: 'POST', path: '/api/gen/image', headers, body }
    const requests = [photo, photo, photo, photo, photo, job]
    const { tarpit } = world
    return () => {
      tarpit.most = 0
      const plan = { port: world.port, network: NETWORK, parallel: 72, perSecond: 100, requests }
      return runStorm(plan, () =>
        tarpit.most > FETCHES_MAX ? [`the abuser had ${tarpit.most} fetches at once`] : [],
      )
    }
  },
}

/** Four in each process, api and worker, and a few that are being closed. */
const FETCHES_MAX = 12

const LOOK_UPS = `select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables
  where relname = 'key_secrets'`
/** Of all unknown keys, the share that may be looked up in the database. */
const LOOKED_UP_SHARE = 0.25

/** Invents keys of the right form. They must not all be looked up. */
const unknownKeys: Scenario = {
  name: 'unknown keys',
  prepare: async (world) => {
    const requests = Array.from({ length: 4_000 }, () => ({
      method: 'GET',
      path: '/api/gen/credits',
      headers: { 'x-api-key': newKeyText() },
    }))
    const countLookUps = async () => {
      const database = await openDatabase(world.databaseUrl)
      // The figures of the other connections arrive once a second at the latest.
      await sleep(1_200)
      return (await database.query(LOOK_UPS).finally(() => database.end())).rows[0].n as number
    }
    return async () => {
      const before = await countLookUps()
      const startedAt = performance.now()
      const plan = { port: world.port, network: NETWORK, parallel: 40, perSecond: 200, requests }
      return runStorm(plan, async ({ sent }) => {
        // An honest key is looked up every 3 s at most.
        const honest = world.honest.length * (2 + (performance.now() - startedAt) / 3_000)
        const lookUps = (await countLookUps()) - before
        return lookUps - honest <= sent * LOOKED_UP_SHARE
          ? []
          : [`${lookUps} look-ups for ${sent} unknown keys`]
      })
    }
  },
}

/** A user without credits submits forms with a picture. Nothing of them may be stored. */
const refusedUploads: Scenario = {
  name: 'refused uploads',
  prepare: async (world) => {
    const { type, bytes } = writeMultipart({ prompt: 'a red mug', model: 'simulator/ok' }, world.largePicture)
    const bodyFile = await world.saveBody('refused.form', bytes)
    const headers = { ...keyOf(world.seeded.poor), 'content-type': type }
    const requests = [{ method: 'POST', path: '/api/gen/video', headers, bodyFile }]
    return async () => {
      const before = await countLargeObjects(world)
      return runStorm(
        { port: world.port, network: LATER_NETWORK, parallel: 4, perSecond: 2, requests },
        async ({ answers }) => {
          const stored = (await countLargeObjects(world)) - before
          return [
            ...(stored === 0 ? [] : [`${stored} pictures of refused requests are stored`]),
            // In a second round the user is over its limit of submits already.
            ...(answers['402'] || answers['429'] ? [] : ['no form was refused']),
          ]
        },
      )
    }
  },
}

async function countLargeObjects({ system: { s3 } }: World): Promise<number> {
  const client = openS3Client(s3)
  let count = 0
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken }))
    count += page.Contents?.filter(({ Size = 0 }) => Size > 1_000_000).length ?? 0
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  client.destroy()
  return count
}

/** The outer limit of submits, of which a form takes five. */
const REPLAYED_FORMS_PER_MINUTE = 60

/** Bodies that are thrown away are received at 16 MB/s; a share of each form is received before that. */
const RECEIVED_FORMS_PER_SECOND = 6

/** Sends one accepted form with a picture of 9 MB again and again. A replay is not counted. */
const replays: Scenario = {
  name: 'replays',
  prepare: async (world) => {
    const user = abuserOf(world, 5)
    const fields = { prompt: 'a red mug', model: 'simulator/ok', clientRef: 'again and again' }
    await callAs(world.baseUrl, keyOf(user))('POST', '/api/gen/video', {
      form: await writeForm(fields, Promise.resolve(world.largePicture)),
    })
    const { type, bytes } = writeMultipart(fields, world.largePicture)
    const bodyFile = await world.saveBody('replay.form', bytes)
    const headers = { ...keyOf(user), 'content-type': type }
    const requests = [{ method: 'POST', path: '/api/gen/video', headers, bodyFile }]
    const plan = { port: world.port, network: LATER_NETWORK, parallel: 8, perSecond: 20, requests }
    return () => {
      const startedAt = performance.now()
      return runStorm(plan, ({ sent, answers }) => {
        const seconds = (performance.now() - startedAt) / 1_000
        const replayed = answers['201'] ?? 0
        return [
          ...(replayed > Math.ceil(seconds / 60) * REPLAYED_FORMS_PER_MINUTE
            ? [`${replayed} forms of 9 MB were replayed`]
            : []),
          ...(sent > seconds * RECEIVED_FORMS_PER_SECOND
            ? [`${sent} forms of 9 MB were received in ${seconds.toFixed(0)} s`]
            : []),
        ]
      })
    }
  },
}

/** Uploads large pictures, as many as a user may: each takes a second to read and to encode again. */
const largePictures: Scenario = {
  name: 'large pictures',
  prepare: async (world) => {
    const { type, bytes } = writeMultipart({}, world.largePicture)
    const bodyFile = await world.saveBody('picture.form', bytes)
    const headers = { ...keyOf(abuserOf(world, 6)), 'content-type': type }
    const requests = [{ method: 'POST', path: '/api/gen/assets', headers, bodyFile }]
    const plan = { port: world.port, network: LATER_NETWORK, parallel: 4, perSecond: 4, requests }
    return () => {
      const cleaners = watchCleaners(world.system.apis[0]?.pid ?? 0)
      return runStorm(plan, () => {
        const crowded = cleaners.stop()
        return crowded > CROWDED_MAX ? [`several were cleaned at once in ${crowded} half seconds`] : []
      })
    }
  },
}

/** One at a time; the next may begin in the same half second. */
const CROWDED_MAX = 6

export const scenariosOfRequests = [
  imports,
  verifies,
  tarpits,
  unknownKeys,
  refusedUploads,
  replays,
  largePictures,
]
