import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Kind } from '../../src/production/spend/index.ts'
import { buyOne, modelOf, newRequest, type Scene } from './make-honest-jobs.ts'
import type { ProviderName } from './open-doubles.ts'
import { type JobRow, newPastId, type TryRow, writeJob } from './write-job.ts'

export type Stage = Scene & {
  /** A superuser without triggers and foreign keys. */
  client: pg.Client
  /** An honest job that no discrepancy has yet. */
  take(provider: ProviderName, isFit: (job: JobRow) => boolean): JobRow
}

/** What must be found: its kind, and the job that it is about, if it is about one. */
export type Expected = { kind: Kind; mediaId?: string }

export type Discrepancy = { name: string; make(stage: Stage): Promise<Expected[]> }

const isWhole = ({ status, files, n, tries }: JobRow) =>
  status === 'completed' && files === n && tries.length === 1
const isSingle = (job: JobRow) => isWhole(job) && job.n === 1
const isFailed = ({ status }: JobRow) => status === 'failed'

/** Changes one row of an honest job. */
const change = (
  kind: Kind,
  provider: ProviderName,
  isFit: (job: JobRow) => boolean,
  ...statements: string[]
): Discrepancy => ({
  name: kind,
  async make({ client, take }) {
    const { id } = take(provider, isFit)
    for (const statement of statements) await client.query(statement, statement.includes('$1') ? [id] : [])
    return [{ kind, mediaId: id }]
  },
})

/** Appends an entry to the ledger past all its rules. */
const newEntry = (kind: string, amount: string) => `insert into ledger_entries
  (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id, reverses, tx_hash, seal,
   created_at)
  select 'txn_' || substr(id, 5, 9) || left(md5(random()::text), 13), user_id, mode,
    (select max(seq) + 1 from ledger_entries), ${amount}, 0, '${kind}', 'image_generation',
    'generated_media', ref_id,
    ${kind === 'refund' ? 'id' : 'null'}, tx_hash, seal, created_at
  from ledger_entries where ref_id = $1 and kind = 'charge' limit 1`

const boughtWithout = (provider: ProviderName, kind: Kind): Discrepancy => ({
  name: `${kind} at ${provider}`,
  async make(stage) {
    const id = newPastId('media', stage.doubles[provider].now())
    await buyOne(stage, provider, newRequest(provider, 'image', { id, n: 1 }))
    return [{ kind }]
  },
})

/** A job that the provider did make, with a try in our books that does not say so. */
const boughtAs = (state: 'refused' | 'unknown', kinds: Kind[]): Discrepancy => ({
  name: kinds.join(' and '),
  async make(stage) {
    const createdAt = stage.doubles.fal.now()
    const id = newPastId('media', createdAt)
    await buyOne(stage, 'fal', newRequest('fal', 'image', { id, n: 1 }))
    const one = { try: 1, state, startedAt: createdAt, answeredAt: createdAt, expectedMicros: 53_000 }
    await writeJob(stage.db, stage.owner, newJob({ id, createdAt, status: 'failed', files: 0, tries: [one] }))
    return kinds.map((kind) => ({ kind, mediaId: id }))
  },
})

/** Its window closed, it was made after that, and the provider bills it. */
const boughtTooLate = (provider: ProviderName, kind: Kind): Discrepancy => ({
  name: `${kind} after a stall at ${provider}`,
  async make(stage) {
    const createdAt = stage.doubles[provider].now()
    const id = newPastId('media', createdAt)
    const answered = await buyOne(stage, provider, newRequest(provider, 'image', { id, n: 1 }))
    const tries = [{ ...answered, try: 1, endedAt: null, reportedMicros: null }]
    const job = { id, createdAt, status: 'stalled', files: 0, tries, provider } as const
    await writeJob(stage.db, stage.owner, newJob({ ...job, model: modelOf(provider, 'image') }))
    return kind === 'day_differs' ? [{ kind }] : [{ kind, mediaId: id }]
  },
})

/** It was made and is billed, and its file could not be had: the job failed, and its user was refunded. */
const boughtAndLost = (provider: ProviderName, lost: Partial<TryRow>): Discrepancy => ({
  name: `try_never_ended with a lost file at ${provider}`,
  async make(stage) {
    const createdAt = stage.doubles[provider].now()
    const id = newPastId('media', createdAt)
    const answered = await buyOne(stage, provider, newRequest(provider, 'image', { id, n: 1 }))
    const tries = [{ ...answered, try: 1, endedAt: stage.doubles[provider].now(), ...lost }]
    const job = { id, createdAt, status: 'failed', files: 0, tries, provider } as const
    await writeJob(stage.db, stage.owner, newJob({ ...job, model: modelOf(provider, 'image') }))
    return [{ kind: 'try_never_ended', mediaId: id }]
  },
})

const newJob = (
  given: Pick<JobRow, 'id' | 'createdAt' | 'status' | 'files' | 'tries'> & Partial<JobRow>,
): JobRow => ({
  kind: 'image',
  provider: 'fal',
  model: modelOf('fal', 'image'),
  n: 1,
  ...given,
})

/** A completed job whose only try has an invented id. */
const invented = (kind: Kind, provider: string): Discrepancy => ({
  name: `${kind} at ${provider}`,
  async make({ db, owner, doubles }) {
    const createdAt = doubles.fal.now()
    const id = newPastId('media', createdAt)
    const handle = { jobId: randomBytes(16).toString('hex') }
    const one = {
      try: 1,
      state: 'accepted',
      startedAt: createdAt,
      answeredAt: createdAt,
      expectedMicros: 53_000,
      handle,
    }
    await writeJob(
      db,
      owner,
      newJob({ id, createdAt, status: 'completed', files: 1, tries: [one], provider }),
    )
    return [{ kind, mediaId: id }]
  },
})

const billedTwice: Discrepancy = {
  name: 'billed_twice',
  async make(stage) {
    const createdAt = stage.doubles.fal.now()
    const id = newPastId('media', createdAt)
    await stage.doubles.fal.fault({ fault: 'billed_twice', on: 'submit', times: 1 })
    const answered = await buyOne(stage, 'fal', newRequest('fal', 'image', { id, n: 1 }))
    const tries = [{ ...answered, try: 1 }]
    await writeJob(stage.db, stage.owner, newJob({ id, createdAt, status: 'completed', files: 1, tries }))
    return [{ kind: 'billed_twice', mediaId: id }]
  },
}

const boundTwice: Discrepancy = {
  name: 'job_bound_twice',
  async make({ client, take }) {
    const isPicture = (job: JobRow) => isSingle(job) && job.kind === 'image'
    const ids = [take('kie', isPicture).id, take('kie', isPicture).id].toSorted()
    await client.query(
      `update provider_submits later set (provider_job_id, handle) =
         (select provider_job_id, handle from provider_submits s where s.media_id = $1)
       where later.media_id = $2`,
      ids,
    )
    return [{ kind: 'job_bound_twice', mediaId: ids[1] as string }]
  },
}

const lostCharge: Discrepancy = {
  name: 'charge_without_media',
  async make({ client, doubles, take }) {
    const lost = newPastId('media', doubles.kie.now())
    const { id } = take('kie', isWhole)
    const statement = newEntry('charge', 'amount').replace(
      "'generated_media', ref_id",
      `'generated_media', '${lost}'`,
    )
    await client.query(statement, [id])
    return [{ kind: 'charge_without_media', mediaId: lost }]
  },
}

const entryOf = (kind: string) => `ref_id = $1 and kind = '${kind}'`
const secondTry = `insert into provider_submits (media_id, part, try, provider, state, started_at)
  select media_id, part, try + 1, provider, 'refused', started_at from provider_submits where media_id = $1`

/** Together they are all that a report can list. */
export const discrepancies: readonly Discrepancy[] = [
  boughtWithout('fal', 'billed_without_try'),
  boughtAs('refused', ['billed_refused_try']),
  boughtAs('unknown', ['billed_unknown_try', 'unknown_try']),
  billedTwice,
  change(
    'billed_on_another_day',
    'fal',
    isSingle,
    `update provider_submits set started_at = started_at - interval '1 day' where media_id = $1`,
  ),
  invented('not_billed', 'fal'),
  change(
    'cost_differs',
    'fal',
    isSingle,
    'update provider_submits set reported_cost_micros = reported_cost_micros * 2 where media_id = $1',
  ),
  boughtWithout('openai', 'day_differs'),
  change('completed_without_try', 'kie', isSingle, 'delete from provider_submits where media_id = $1'),
  change('try_after_accepted', 'kie', isSingle, secondTry),
  change(
    'try_never_ended',
    'kie',
    isFailed,
    'update provider_submits set ended_at = null where media_id = $1',
  ),
  // With a price that it told; as an address that expired; and none of the files that came with the answer.
  boughtAndLost('fal', {}),
  boughtAndLost('kie', { errorClass: 'expired', reportedMicros: null }),
  boughtAndLost('openai', {
    errorClass: 'expired',
    handle: { jobId: 'files/lost', stored: [], made: 1 },
  }),
  boughtTooLate('fal', 'try_never_ended'),
  boughtTooLate('kie', 'try_never_ended'),
  boughtTooLate('runway', 'day_differs'),
  boundTwice,
  change('test_job_at_provider', 'kie', isSingle, `update media set mode = 'test' where id = $1`),
  invented('live_job_at_simulator', 'simulator'),
  change('media_without_charge', 'kie', isWhole, `delete from ledger_entries where ${entryOf('charge')}`),
  lostCharge,
  // From here on, entries are written past the rules: no job can be charged in the usual way after them.
  change(
    'try_never_ended',
    'kie',
    ({ n, files, tries }) => n === 4 && files === 4 && tries.length === 4,
    'delete from media where parent_id = $1 and position = 3',
    newEntry('refund', '-amount / 4'),
  ),
  change(
    'charged_twice',
    'runway',
    isWhole,
    'alter table ledger_entries drop constraint if exists one_entry_per_ref_and_kind',
    newEntry('charge', 'amount'),
  ),
  change(
    'charge_differs',
    'runway',
    isWhole,
    `update ledger_entries set amount = amount - 5 where ${entryOf('charge')}`,
  ),
  change('refund_missing', 'fal', isFailed, `delete from ledger_entries where ${entryOf('refund')}`),
  change(
    'refund_too_small',
    'kie',
    isFailed,
    `update ledger_entries set amount = amount - 5 where ${entryOf('refund')}`,
  ),
  change('refund_without_failure', 'openai', isWhole, newEntry('refund', '-amount')),
  change(
    'refund_too_large',
    'runway',
    isFailed,
    `update ledger_entries set amount = amount + 5 where ${entryOf('refund')}`,
  ),
  change('refunded_twice', 'runway', isFailed, newEntry('refund', '-amount')),
  change(
    'partial_refund_wrong',
    'openai',
    ({ status, files, n }) => status === 'completed' && files < n,
    `update ledger_entries set amount = amount - 5 where ${entryOf('refund')}`,
  ),
]
