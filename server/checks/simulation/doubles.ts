import type { Mutation } from '../../harness/mutation/index.ts'

/**
 * What the simulation replaces in the code under test, besides what it passes in: three timers, the random
 * bytes of ids, and the storing of files, which would download and decode pictures.
 */
export const doubles: Mutation[] = [
  {
    file: 'platform/db/commit-once.ts',
    from: `import { setTimeout as sleep } from 'node:timers/promises'`,
    to: 'const sleep = (ms: number): Promise<void> => (globalThis as any).simulatedSleep(ms)',
  },
  {
    file: 'production/callbacks/callback-memory.ts',
    from: `import { setTimeout as sleep } from 'node:timers/promises'`,
    to: `const sleep = (ms: number, ..._: unknown[]): Promise<void> =>
  (globalThis as any).simulatedSleep(ms)`,
  },
  {
    file: 'production/tries/record-surely.ts',
    from: `import { setTimeout as sleep } from 'node:timers/promises'`,
    to: 'const sleep = (ms: number): Promise<void> => (globalThis as any).simulatedSleep(ms)',
  },
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
]
