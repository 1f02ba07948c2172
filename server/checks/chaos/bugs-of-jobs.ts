import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'
import { killAt } from './kill-at.ts'

/** Mistakes with submits, files, deadlines and runs. */
export const bugsOfJobs: Bug[] = [
  {
    name: 'resend-unknown',
    description: 'a submit whose answer was lost is sent again without asking the provider',
    caughtBy: 'secondSubmits',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/resolve-parts.ts',
        from: 'await unlessErased(find(reference, readRequest), unreachable) : unreachable',
        to: `({ kind: 'absent', handle: { jobId: '' } }) : { kind: 'absent' }`,
      },
      {
        file: 'production/jobs/resolve-parts.ts',
        from: 'part.age_ms < (part.is_answered ? KEEP_FILES_MS : claimMsOf(provider))',
        to: 'part.age_ms < 0',
      },
    ],
    change: {
      ...calm,
      stallSeconds: 8,
      behaviour: { ...alone, mix: [ok, { model: 'simulator/lost-reply', n: 1, weight: 1 }] },
    },
  },
  {
    name: 'claim-after-post',
    description: 'the intent is written after the POST, and a worker dies in between',
    caughtBy: 'secondSubmits',
    jobs: 60,
    mutations: [
      {
        file: 'production/jobs/submit-once.ts',
        from: `import { type PartOutcome, sendParts, type TimedClaim, triesOf } from './send-parts.ts'`,
        to: `import { callbackUrl } from '#production/callbacks'
import { describeProviderRequest } from './describe-provider-request.ts'
import { acceptUnlessTaken, type PartOutcome, sendParts, type TimedClaim, triesOf } from './send-parts.ts'`,
      },
      {
        file: 'production/jobs/submit-once.ts',
        from: `  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim) return { kind: 'over' }`,
        to: `  const fresh = await app.db.row<any>(
    \`select id, kind, prompt, provider, model, route, routes, size, orientation, resolution,
       duration_seconds, n, inputs, mask from media m where id = $1 and status = 'queued'
       and not exists (select from provider_submits s where s.media_id = m.id)\`,
    [id],
  )
  if (fresh) {
    const provider = app.providers.findByName(fresh.provider) as any
    const request = await describeProviderRequest(app, fresh)
    const url = callbackUrl(app, provider.name, id, 0)
    const early = await provider.submit({ ...request, callbackUrl: url }, 8_000)
    await new Promise((done) => setTimeout(done, 1_000))
    const late = await claimFirstTries(app, id, wakeToken)
    const wait = { checkMs: 1_000, runMs: 1_000, isWatched: false }
    if (late?.tries && early.kind === 'accepted')
      return (await acceptUnlessTaken({ app, id, submitTry: 1, handle: early.handle, wait })) as any
  }
  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim) return { kind: 'over' }`,
      },
    ],
    change: {
      ...calm,
      loadSeconds: 8,
      kills: killAt('worker', 2_500, 6_500),
      behaviour: { ...alone, mix: [ok] },
    },
  },
  {
    name: 'settle-before-store',
    description: 'a job is completed before its files are stored',
    caughtBy: 'corruptFiles',
    jobs: 30,
    mutations: [
      {
        file: 'production/results/store-files.ts',
        from: 'app.storage.put(objectKey, source, { contentType, sha256 }),',
        to: `void setTimeout(() => {
      app.storage.put(objectKey, source, { contentType, sha256 }).catch(() => undefined)
    }, 2_500),`,
      },
    ],
    change: { ...calm, kills: killAt('worker', 4_000), behaviour: { ...alone, mix: [ok] } },
  },
  {
    name: 'cut-download-stored',
    description: 'an incomplete download is stored as the file',
    caughtBy: 'corruptFiles',
    jobs: 30,
    mutations: [
      {
        file: 'production/results/download-file.ts',
        from: 'for await (const chunk of answer.body as AsyncIterable<Buffer>) await',
        to: `const body = async function* () {
      try {
        yield* answer.body
      } catch {}
    }
      for await (const chunk of body() as AsyncIterable<Buffer>) await`,
      },
      {
        file: 'production/results/download-file.ts',
        from: 'Number(promised) !== spool.sizeBytes',
        to: 'false',
      },
      { file: 'platform/imaging/strict-sharp.ts', from: `failOn: 'error'`, to: `failOn: 'none'` },
      {
        file: 'platform/imaging/inspect-image.ts',
        from: '    await requireEnd(file, format as PictureKind)\n',
        to: '',
      },
    ],
    change: { ...calm, env: { SIMULATOR_CUT_DOWNLOAD_PERCENT: '50' }, behaviour: { ...alone, mix: [ok] } },
  },
  {
    name: 'stall-early',
    description: 'the window of a job closes at the first provider check that finds it unfinished',
    caughtBy: 'needlessStalls',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/settle.ts',
        from: `status in ('queued', 'processing') and deadline_at <= clock_timestamp()`,
        to: `status in ('queued', 'processing') and deadline_at <= clock_timestamp() + interval '1 day'`,
      },
      {
        file: 'production/jobs/advance.ts',
        from: 'const wasLast = job.left_ms <= 0',
        to: 'const wasLast = true',
      },
      {
        // A worker checks waiting jobs in batches, and wakes no run while they are pending.
        file: 'production/jobs/watch-jobs.ts',
        from: `state.kind === 'pending' || state.kind === 'unreachable'`,
        to: `state.kind === 'unreachable'`,
      },
    ],
    change: {
      ...calm,
      stallSeconds: 30,
      env: { SIMULATOR_SLOW_MS: '14000' },
      behaviour: {
        ...alone,
        mix: [
          { ...ok, weight: 1 },
          { model: 'simulator/slow', n: 1, weight: 3 },
        ],
      },
    },
  },
  {
    name: 'stall-without-check',
    description: 'the tick closes overdue jobs without a last provider check',
    caughtBy: 'needlessStalls',
    jobs: 30,
    mutations: [
      {
        file: 'production/jobs/tick.ts',
        from: `import { reconcile, submitOnce } from './submit-once.ts'`,
        to: `import { settleStalled } from './settle.ts'
import { reconcile, submitOnce } from './submit-once.ts'`,
      },
      {
        file: 'production/jobs/tick.ts',
        from: 'forEachOpen(app, overdue, until, (id) => stepOnce(app, id))',
        to: `forEachOpen(app, overdue, until, async (id) => {
      await settleStalled(app, id, { isCheckedNow: true })
    })`,
      },
    ],
    // The worker is down while the jobs finish and until their windows close; then it begins with a tick.
    change: {
      ...calm,
      loadSeconds: 3,
      stallSeconds: 8,
      env: { SIMULATOR_CALLBACKS: 'off', SIMULATOR_RENDER_MS: '3000' },
      behaviour: { ...alone, mix: [ok] },
      kills: [{ atMs: 4_500, target: 'worker', pauseMs: 8_000, wipe: false }],
    },
  },
  {
    name: 'no-tick',
    description: 'no run is restarted after the engine lost its disk',
    caughtBy: 'lostJobs',
    jobs: 30,
    mutations: [
      {
        file: 'entry/start-ticking.ts',
        from: 'const ticked = await tick(app, wanted)',
        to: `const ticked = { held: true, engine: 'up' as 'up' | 'down', settled: 0, restarted: 0 }`,
      },
    ],
    change: {
      ...calm,
      stallSeconds: 6,
      drainSeconds: 8,
      behaviour: { ...alone, mix: [ok] },
      kills: [{ atMs: 2_500, target: 'engine', pauseMs: 300, wipe: true }],
    },
  },
  {
    name: 'lazy-commit',
    description: 'the database acknowledges commits that are only in its memory',
    caughtBy: 'lostJobs',
    jobs: 50,
    sql: [
      'alter database atelier set synchronous_commit = off',
      `alter system set wal_writer_delay = '10s'`,
      'select pg_reload_conf()',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname is not null`,
    ],
    change: {
      ...calm,
      loadSeconds: 8,
      kills: killAt('postgres', 3_000, 6_500),
      drainSeconds: 30,
      behaviour: { ...alone, mix: [ok] },
    },
  },
  {
    name: 'final-row-touched',
    description: 'something writes to media that are final',
    caughtBy: 'changedFinals',
    jobs: 30,
    sql: [
      'drop trigger media_guard on media',
      `create function touch_final() returns trigger language plpgsql as $$
       begin
         update media set error_message = new.id where id =
           (select id from media where status = 'completed' and error_message is null
            order by created_at limit 1);
         return new;
       end $$`,
      'create trigger touch_final after insert on media for each row execute function touch_final()',
    ],
    change: { ...calm, loadSeconds: 8, behaviour: { ...alone, mix: [ok] } },
  },
]
