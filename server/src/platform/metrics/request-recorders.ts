import { Counter, Histogram, type Registry } from 'prom-client'

/** `route`: the path of an endpoint with the names of its parameters, so there are as many as endpoints. */
export type AnsweredRequest = {
  route: string
  method: string
  status: number
  code: string | undefined
  seconds: number
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Rate, errors and duration of each route. */
export function newRequestRecorders(registers: Registry[]) {
  const requests = new Counter({
    name: 'atelier_http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'atelier_http_request_seconds',
    help: 'Time until the answer was ready to be sent',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers,
  })
  const inner = new Counter({
    name: 'atelier_inner_calls_total',
    help: 'Calls of endpoints that a handler made inside this process, such as the tools of /mcp',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const refusals = new Counter({
    name: 'atelier_refusals_total',
    help: 'Refused requests by their code',
    labelNames: ['code'],
    registers,
  })
  return {
    countRequest({ route, method, status, code, seconds }: AnsweredRequest): void {
      requests.inc({ route, method, status })
      duration.observe({ route, method }, seconds)
      if (code !== undefined) refusals.inc({ code })
    },
    countInnerCall(route: string, method: string, status: number): void {
      inner.inc({ route, method, status })
    },
  }
}
