const SUFFIX = '-metrics'

/** What the port is called at which a process is measured. */
export const metricsNameOf = (name: string): string => name + SUFFIX

type Ports = Record<string, number>

export function metricsSettings(ports: Ports, name: string): NodeJS.ProcessEnv {
  const port = ports[metricsNameOf(name)]
  return port === undefined ? {} : { METRICS_PORT: String(port) }
}

/** By name of the process. */
export const metricsPortsOf = (ports: Ports): Ports =>
  Object.fromEntries(
    Object.entries(ports)
      .filter(([name]) => name.endsWith(SUFFIX))
      .map(([name, port]) => [name.slice(0, -SUFFIX.length), port]),
  )
