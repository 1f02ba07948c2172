import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ManagedProcess, startHaproxy } from '../processes/index.ts'

/** The file of the operator, as it is. */
const CONFIG_FILE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'haproxy', 'cells.cfg')

export type RouterOptions = {
  dir: string
  port: number
  /** The ports of the apis of each cell. */
  apiPorts: { a1: number[]; b1: number[] }
  signal?: AbortSignal | undefined
}

export const mapsIn = (dir: string): string => join(dir, 'maps')
export const socketIn = (dir: string): string => join(dir, 'haproxy.sock')

/** HAProxy in front of the cells a1 and b1. The maps of both must have been written. */
export async function startRouter({ dir, port, apiPorts, signal }: RouterOptions): Promise<ManagedProcess> {
  mkdirSync(mapsIn(dir), { recursive: true })
  // Nobody was moved.
  writeFileSync(join(mapsIn(dir), 'ids.map'), '', { flag: 'a' })
  const addresses = Object.entries(apiPorts).flatMap(([cell, ports]) =>
    // A cell may have one api only: the second is the same one, and gets its part of the requests.
    [ports[0], ports[1] ?? ports[0]].map((one, index) => [
      `${cell.toUpperCase()}_API_${index + 1}`,
      `127.0.0.1:${one}`,
    ]),
  )
  return startHaproxy({
    name: 'router',
    dir,
    configFile: CONFIG_FILE,
    env: {
      ROUTER_BIND: `127.0.0.1:${port}`,
      ROUTER_MAPS: mapsIn(dir),
      ROUTER_SOCKET: socketIn(dir),
      ...Object.fromEntries(addresses),
    },
    url: `http://127.0.0.1:${port}/`,
    logFile: join(dir, 'router.log'),
    signal,
  })
}
