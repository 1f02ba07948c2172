import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

/** Several processes behind one port. `http2`: without TLS, as the engine speaks to workers. */
export type Pool = { name: string; port: number; ports: number[]; healthPath: string; isHttp2: boolean }

export type BalancerOptions = {
  dir: string
  pools: Pool[]
  logFile: string
  signal?: AbortSignal | undefined
}

const READY_WITHIN_MS = 10_000

/**
 * HAProxy, with the settings that a deployment has: requests go to the process with the fewest, a process
 * that is gone gets no more of them, and a request that did not reach its process is sent to another one.
 */
export async function startBalancer(options: BalancerOptions): Promise<ManagedProcess> {
  const { dir, pools, logFile, signal } = options
  mkdirSync(dir, { recursive: true })
  const configFile = join(dir, 'haproxy.cfg')
  writeFileSync(configFile, balancerConfig(pools))
  return startHaproxy({
    name: 'balancer',
    dir,
    configFile,
    env: {},
    url: `http://127.0.0.1:${plainPortOf(pools)}/`,
    logFile,
    signal,
  })
}

export type HaproxyOptions = Omit<BalancerOptions, 'pools'> & {
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
      readyWithinMs: READY_WITHIN_MS,
    },
    signal,
  )
}

/** The port of the first pool that speaks HTTP/1.1. */
const plainPortOf = (pools: Pool[]): number => (pools.find(({ isHttp2 }) => !isHttp2) as Pool).port

const balancerConfig = (pools: Pool[]): string =>
  [
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
`,
    ...pools.map(poolConfig),
  ].join('\n')

function poolConfig({ name, port, ports, healthPath, isHttp2 }: Pool): string {
  const version = isHttp2 ? 'HTTP/2' : 'HTTP/1.1'
  const servers = ports.map((one, index) => `server ${name}-${index + 1} 127.0.0.1:${one} check`)
  const lines = [
    `bind 127.0.0.1:${port}${isHttp2 ? ' proto h2' : ''}`,
    'option httpchk',
    ...(isHttp2 ? ['http-check connect proto h2'] : []),
    `http-check send meth GET uri ${healthPath} ver ${version} hdr Host balancer`,
    // One that is marked down finishes what it has: it may be closing, or busy. The connections of a dead one
    // are closed by its system.
    `default-server inter 500ms fall 3 rise 1${isHttp2 ? ' proto h2' : ''}`,
    ...servers,
  ]
  return `listen ${name}\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
