import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{client,contract,dashboard,doubles,server,simulator,site}/**/*.test.ts'],
    globalSetup: ['server/test/start-shared-system.ts'],
    // Two cores: many files open their own system, so more workers would only make each slower.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of 1 s is too short for a machine that others slow down.
    expect: { poll: { timeout: 10_000 } },
  },
})
