import { defineConfig } from 'vitest/config'

/** They draw SVG, which a process that has loaded the `sharp` of the service refuses. */
const drawing = 'simulator/**/*.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['server/test/start-shared-system.ts'],
    // Two cores: many files open their own system, so more workers would only make each slower.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of 1 s is too short for a machine that others slow down.
    expect: { poll: { timeout: 10_000 } },
    // Loading all modules takes a file 2 s. So the files of a worker share them, and a test puts back what it
    // changes in its process.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['{client,contract,dashboard,doubles,server,site}/**/*.test.ts'],
          // Has a command of its own: `pnpm probe:alerts`.
          exclude: ['**/node_modules/**', 'server/test/telemetry/alerts.test.ts'],
        },
      },
      { extends: true, test: { name: 'drawing', include: [drawing] } },
    ],
  },
})
