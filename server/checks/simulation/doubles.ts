import type { Mutation } from '../../harness/mutation/index.ts'

const simulatedTimer = (file: string): Mutation => ({
  file,
  from: `import { setTimeout as sleep } from 'node:timers/promises'`,
  to: `const sleep = (ms: number, ..._: unknown[]): Promise<void> =>
  (globalThis as any).simulatedSleep(ms)`,
})

/**
 * What the simulation replaces in the code under test, besides what it passes in: four timers, the random
 * bytes of ids, the storing of files, which would download and decode pictures, and how late the loop of this
 * process is: a busy machine must not change a history.
 */
export const doubles: Mutation[] = [
  simulatedTimer('platform/db/commit-once.ts'),
  simulatedTimer('production/callbacks/callback-memory.ts'),
  simulatedTimer('production/tries/record-surely.ts'),
  simulatedTimer('production/jobs/take-files.ts'),
  {
    file: 'platform/ids/new-id.ts',
    from: 'randomBytes(RANDOM_BYTES)',
    to: '(globalThis as any).simulatedBytes(RANDOM_BYTES)',
  },
  {
    file: 'production/results/store-files.ts',
    from: 'export const storeFiles = (',
    to: `export const storeFiles = (app: any, job: any, files: any[], _: unknown) =>
  app.storage.storeSimulated(job, files)
const storeRealFiles = (`,
  },
  {
    file: 'production/admission/refuse-if-overloaded.ts',
    from: 'monitorEventLoopDelay({ resolution: 20 })',
    to: '{ enable: () => true, reset: () => undefined, percentile: () => 0 } as any',
  },
]
