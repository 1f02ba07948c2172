import type { App } from '#platform/app'
import type { EngineWatch } from '#platform/engine'
import { type WorkMeter, writePulse } from '#production/admission'

const EVERY_MS = 1_000

/** Writes every second what this worker measures; every api decides by it what it accepts. */
export function startPulse(app: App, meter: WorkMeter, watch: EngineWatch): { stop(): Promise<void> } {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const beat = async () => {
    try {
      await writePulse(app, meter, watch.downMs())
      isFailing = false
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
