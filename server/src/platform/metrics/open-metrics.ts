import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { newJobRecorders } from './job-recorders.ts'
import { newPartRecorders, newProviderRecorders } from './part-recorders.ts'
import { newPaymentRecorders } from './payment-recorders.ts'
import { newRequestRecorders } from './request-recorders.ts'
import { newWatchRecorders } from './watch-recorders.ts'

/**
 * What a process counts and measures for Prometheus. The values of labels are few: names of routes,
 * providers, states and codes, never an id or a text of a caller.
 */
export type Metrics = Recorders & {
  /** Everything in the text format, or nothing when metrics are off. */
  render(): Promise<string>
}

type Recorders = ReturnType<typeof newRecorders>

/**
 * How often the lag of the event loop is looked at: each time wakes the process. Every 10 ms, the default,
 * takes 0.5% of a core in an idle process, every 50 ms 0.1%. Lags that an operator has to know of are longer.
 */
const LAG_EVERY_MS = 50

/** Without a port nobody reads them, so nothing is counted. */
export function openMetrics({ isOn }: { isOn: boolean }): Metrics {
  const registry = new Registry()
  const recorders = newRecorders([registry])
  if (!isOn) return { ...silence(recorders), render: async () => '' }
  // CPU, memory, the garbage collector, open handles and the lag of the event loop.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS })
  return { ...recorders, render: () => registry.metrics() }
}

function newRecorders(registers: Registry[]) {
  const info = new Gauge({
    name: 'atelier_info',
    help: 'What this process is',
    labelNames: ['role', 'version', 'cell'],
    registers,
  })
  return {
    showInfo: (labels: { role: string; version: string; cell: string }): void => info.set(labels, 1),
    ...newRequestRecorders(registers),
    ...newJobRecorders(registers),
    ...newProviderRecorders(registers),
    ...newPartRecorders(registers),
    ...newPaymentRecorders(registers),
    ...newWatchRecorders(registers),
  }
}

const silence = (recorders: Recorders): Recorders =>
  Object.fromEntries(Object.keys(recorders).map((name) => [name, () => undefined])) as unknown as Recorders
