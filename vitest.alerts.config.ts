import { defineConfig } from 'vitest/config'

/** Takes minutes and needs a quiet machine, so `pnpm test` leaves it out. */
export default defineConfig({
  test: { include: ['server/test/telemetry/alerts.test.ts'], maxWorkers: 1 },
})
