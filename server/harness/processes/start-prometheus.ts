import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from './find-free-port.ts'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type PrometheusOptions = {
  dir: string
  /** Ports on this machine by the name of the scrape job. */
  targets: Record<string, number[]>
  /** The text of the rules. */
  rules: string
  /** Of scrapes and of evaluations. */
  intervalMs: number
}

type Labels = Record<string, string>
export type Alert = { labels: Labels; state: 'pending' | 'firing'; annotations: Labels }
export type Series = { metric: Labels; value: [at: number, value: string] }

export type Prometheus = ManagedProcess & {
  readonly url: string
  query(expr: string): Promise<Series[]>
  /** Names of alerts that fire now. */
  readFiring(): Promise<string[]>
}

/** A real Prometheus that scrapes processes of this machine. */
export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { dir, targets, rules, intervalMs } = options
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'rules.yml'), rules)
  const every = `${intervalMs}ms`
  const jobs = Object.entries(targets).map(([name, ports]) => ({
    job_name: name,
    static_configs: [{ targets: ports.map((one) => `127.0.0.1:${one}`) }],
  }))
  // JSON is YAML, too.
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
    rule_files: ['rules.yml'],
    scrape_configs: jobs,
  }
  writeFileSync(join(dir, 'prometheus.yml'), JSON.stringify(config))
  const managed = await startManagedProcess({
    name: 'prometheus',
    program: loadProgramPath('prometheus'),
    args: [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--rules.alert.resend-delay=1s',
    ],
    env: {},
    cwd: dir,
    logFile: join(dir, 'prometheus.log'),
    isReady: async () => (await fetch(`${url}/-/ready`)).ok,
  })
  const read = async (path: string) => {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: unknown; error?: string }
    if (answer.error) throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }
  return Object.assign(managed, {
    url,
    async query(expr: string) {
      return ((await read(`query?query=${encodeURIComponent(expr)}`)) as { result: Series[] }).result
    },
    async readFiring() {
      const { alerts } = (await read('alerts')) as { alerts: Alert[] }
      const firing = alerts.filter(({ state }) => state === 'firing')
      return firing.map(({ labels }) => labels.alertname as string).toSorted()
    },
  })
}
