import type { App } from '#platform/app'
import type { EngineWatch } from '#platform/engine'
import { type WorkMeter, writePulse } from '#production/admission'
import { publishBreakers } from '#production/routing'
import { shareModelTimes } from '#production/timing'

const EVERY_MS = 1_000

type PulseSettings = { app: App; meter: WorkMeter; watch: EngineWatch; onNeverBegun: () => void }

/**
 * Writes every second what this worker measures; every api decides by it what it accepts. `onNeverBegun`
 * is called when jobs should have begun and have not.
 */
export function startPulse({ app, meter, watch, onNeverBegun }: PulseSettings): { stop(): Promise<void> } {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const beat = async () => {
    try {
      const { neverBegun } = await writePulse(app, meter, watch.downMs())
      await shareModelTimes(app)
      await publishBreakers(app)
      isFailing = false
      if (neverBegun > 0) onNeverBegun()
    } catch (err) {
      if (!isFailing) app.log.warn({ err }, 'the worker could not write its measurements')
      isFailing = true
    }
    if (!stopped) timer = setTimeout(() => (running = beat()), EVERY_MS)
  }
  let running = beat()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
