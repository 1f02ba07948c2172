import type { App } from '#platform/app'
import type { EngineWatch } from '#platform/engine'
import { type WorkMeter, writePulse } from '#production/admission'
import { publishBreakers } from '#production/routing'
import { shareModelTimes } from '#production/timing'
import { type Repeated, repeat } from './repeat.ts'

const EVERY_MS = 1_000

type PulseSettings = { app: App; meter: WorkMeter; watch: EngineWatch; onNeverBegun: () => void }

/**
 * Writes every second what this worker measures; every api decides by it what it accepts. `onNeverBegun`
 * is called when jobs should have begun and have not.
 */
export const startPulse = ({ app, meter, watch, onNeverBegun }: PulseSettings): Repeated =>
  repeat({
    everyMs: EVERY_MS,
    async work() {
      const { neverBegun } = await writePulse(app, meter, watch.downMs())
      await shareModelTimes(app)
      await publishBreakers(app)
      if (neverBegun > 0) onNeverBegun()
    },
    onFailure: (err) => app.log.warn({ err }, 'the worker could not write its measurements'),
  })
