import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'

/** Mistakes with erasures, sweeps, restarts and dead workers. */
export const bugsOfOperation: Bug[] = [
  {
    name: 'erasure-forgets-thumbnail',
    description: 'an erasure removes the files and leaves their thumbnails',
    caughtBy: 'wrongErasures',
    jobs: 20,
    mutations: [
      {
        file: 'production/media/erase-media.ts',
        from: `return [\`generated/\${name}\`, \`thumbnails/\${name}\`, `,
        to: `return [\`generated/\${name}\`, `,
      },
    ],
    change: { ...calm, behaviour: { ...alone, erases: 1, mix: [ok, { ...ok, n: 2 }] } },
  },
  {
    name: 'sweep-takes-named',
    description: 'the sweep does not know that thumbnails have a name, and takes them',
    caughtBy: 'corruptFiles',
    jobs: 20,
    mutations: [
      {
        file: 'production/media/find-kept-files.ts',
        from: `where m.id = asked.job_id
                  and asked.key in (m.object_key, m.thumbnail_key)`,
        to: `where m.id = asked.job_id
                  and asked.key in (m.object_key)`,
      },
      // A pass at every tick, over objects of any age: a run has no 48 hours.
      {
        file: 'platform/config/read-config.ts',
        from: 'sweep: { everyMs: e.SWEEP_HOURS * 3_600_000, graceMs: e.SWEEP_GRACE_HOURS * 3_600_000 }',
        to: 'sweep: { everyMs: 1_000, graceMs: 0 }',
      },
    ],
    change: { ...calm, behaviour: { ...alone, mix: [ok] } },
  },
  {
    name: 'dead-worker-keeps-address',
    description: 'the runs of a worker that died stay with its address, although another worker lives',
    caughtBy: 'stuckRuns',
    jobs: 20,
    mutations: [
      {
        file: 'platform/engine/watch-engine.ts',
        from: 'if (isOfThisVersion(url)) for (const { id } of left) await engine.move(id, runUrl)',
        to: `if (isOfThisVersion(url)) log.debug('planted')`,
      },
    ],
    change: {
      ...calm,
      workers: 2,
      stallSeconds: 20,
      kills: [{ atMs: 1_500, target: 'worker', isCurrentWorker: true, pauseMs: 24_000, wipe: false }],
      behaviour: { ...alone, mix: [ok] },
    },
  },
  {
    name: 'sigterm-cuts-requests',
    description: 'an api that gets SIGTERM closes its connections before it has answered',
    caughtBy: 'cutRequests',
    jobs: 40,
    mutations: [
      {
        file: 'entry/open-api.ts',
        from: 'await http.close()',
        to: `http.server.closeAllConnections()
      await http.close()`,
      },
    ],
    // Without a worker the submits wait for their run, so some are open when the signal comes.
    change: {
      ...calm,
      loadSeconds: 8,
      kills: [
        { atMs: 1_500, target: 'worker', pauseMs: 6_000, wipe: false },
        { atMs: 5_500, target: 'api', pauseMs: 300, wipe: false, signal: 'SIGTERM' },
      ],
      behaviour: { ...alone, mix: [ok] },
    },
  },
]
