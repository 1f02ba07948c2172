import { readFileSync, writeFileSync } from 'node:fs'
import { findFreePorts, isPortFree } from './find-free-port.ts'

/**
 * Free ports by name, the same as at the last start where they are still free. The engine stores the address
 * of a worker and providers store the callback address, so a restarted system should keep its ports.
 */
export async function ensurePorts<Name extends string>(
  file: string,
  names: Name[],
): Promise<Record<Name, number>> {
  const known = readPorts(file)
  const spare = await findFreePorts(names.length + Object.keys(known).length)
  const taken = new Set(Object.values(known))
  const ports = { ...known }
  for (const name of names) {
    const last = known[name]
    if (last !== undefined && (await isPortFree(last))) continue
    ports[name] = spare.find((port) => !taken.has(port)) as number
    taken.add(ports[name])
  }
  writeFileSync(file, `${JSON.stringify(ports, null, 2)}\n`)
  return ports as Record<Name, number>
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
