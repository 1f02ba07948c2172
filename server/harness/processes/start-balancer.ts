import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

/** Several processes behind one port. */
export type Pool = { port: number; ports: number[] }

export type BalancerOptions = {
  dir: string
  apis: Pool
  workers: Pool
  logFile: string
  signal?: AbortSignal | undefined
}

/**
 * HAProxy, with the settings that a deployment has: requests go to the process with the fewest, a process
 * that is gone gets no more of them, and a request that did not reach its process is sent to another one.
 */
export async function startBalancer(options: BalancerOptions): Promise<ManagedProcess> {
  const { dir, apis, workers, logFile, signal } = options
  mkdirSync(dir, { recursive: true })
  const configFile = join(dir, 'haproxy.cfg')
  writeFileSync(configFile, balancerConfig(apis, workers))
  return startHaproxy({
    name: 'balancer',
    dir,
    configFile,
    env: {},
    url: `http://127.0.0.1:${apis.port}/`,
    logFile,
    signal,
  })
}

export type HaproxyOptions = Omit<BalancerOptions, 'apis' | 'workers'> & {
  name: string
  configFile: string
  env: NodeJS.ProcessEnv
  /** What it answers as soon as it listens, whatever the answer is. */
  url: string
}

export function startHaproxy(options: HaproxyOptions): Promise<ManagedProcess> {
  const { name, dir, configFile, env, url, logFile, signal } = options
  return startManagedProcess(
    {
      name,
      program: loadProgramPath('haproxy', [...(process.env.PATH ?? '').split(':'), '/usr/sbin']),
      args: ['-db', '-f', configFile],
      env,
      cwd: dir,
      logFile,
      isReady: async () => {
        const answer = await fetch(url, { signal: AbortSignal.timeout(500) })
        await answer.body?.cancel()
        return true
      },
    },
    signal,
  )
}

/**
 * The engine speaks HTTP/2 without TLS to workers. Its requests name the version of the workflow in their
 * path: during a release there are workers of two consecutive versions, one odd and one even.
 */
const balancerConfig = (apis: Pool, workers: Pool): string =>
  `global
  maxconn 8000
  hard-stop-after 10s

defaults
  mode http
  balance leastconn
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
  timeout connect 1s
  timeout queue 5s
  # A process that is only busy stays: if all of them left, the balancer would refuse everything.
  timeout check 5s
  # Above the limits of the service, which answers before it is cut off.
  timeout client 700s
  timeout server 700s
  timeout http-request 30s
  timeout http-keep-alive 75s
  # One that is marked down finishes what it has: it may be closing, or busy. The connections of a dead one
  # are closed by its system.
  default-server inter 500ms fall 3 rise 1

listen apis
  bind 127.0.0.1:${apis.port}
  option httpchk
  http-check send meth GET uri /health ver HTTP/1.1 hdr Host balancer
${serverLines('api', apis)}

frontend workers
  bind 127.0.0.1:${workers.port} proto h2
  use_backend workers-even if { path_reg ^/v[0-9]*[02468]/ }
  default_backend workers-odd

${['odd', 'even'].map((parity) => workerBackend(parity, workers)).join('\n')}`

const workerBackend = (parity: string, workers: Pool): string => `backend workers-${parity}
  option httpchk
  http-check connect proto h2
  http-check send meth GET uri /health/${parity} ver HTTP/2 hdr Host balancer
${serverLines('worker', workers, ' proto h2')}
`

const serverLines = (name: string, { ports }: Pool, options = ''): string =>
  ports.map((port, index) => `  server ${name}-${index + 1} 127.0.0.1:${port} check${options}`).join('\n')
