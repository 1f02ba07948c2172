import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,simulator}/**/*.test.ts'],
    globalSetup: ['server/test/start-shared-system.ts'],
    // Two cores: every file opens a house of its own, so more side by side would only make each slower.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
