import { createServer, type IncomingMessage, request as openRequest } from 'node:http'
import { type Random, seededRandom } from '../../harness/random/index.ts'
import { type Answer, type Fault, htmlAnswer, sendAnswer, type Turn } from './fault.ts'
import { type FaultName, faults, REFUSED } from './faults.ts'
import { openPort } from './open-port.ts'

/** One request of the client, and what happened to it. */
export type Exchange = {
  call: number
  method: string
  path: string
  fault: FaultName | 'none' | 'api down'
  /** Whether it was forwarded to the api; what the api did with it is in the database. */
  reached: boolean
  status?: number
  body: Buffer
}

export type Proxy = {
  url: string
  exchanges: Exchange[]
  /** The requests of the next call get these faults, one after the other, and then none. */
  begin(call: number, plan: FaultName[]): Promise<void>
  end(): Promise<void>
  close(): Promise<void>
}

export type ProxyOptions = {
  apiUrl: string
  redirectUrl: string
  keys: (string | number)[]
  killApi(random: Random): Promise<void>
}

const UPSTREAM_MS = 60_000
const REFUSED_LEAST_MS = 300
const REFUSED_MOST_MS = 2_500

class ApiDown extends Error {}

/** The faulty network between one client and the api. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const exchanges: Exchange[] = []
  let call = 0
  let plan: FaultName[] = []
  let reopening: NodeJS.Timeout | undefined
  const server = createServer({ keepAlive: false }, (request) => {
    const { method = '', url: path = '' } = request
    const fault = plan.shift() ?? 'none'
    const exchange: Exchange = { call, method, path, fault, reached: false, body: Buffer.alloc(0) }
    exchanges.push(exchange)
    const random = seededRandom(...options.keys, call, exchanges.length)
    play(options, request, exchange, random).catch(() => request.socket.resetAndDestroy())
  })
  server.on('clientError', (_, socket) => socket.destroy())
  const port = await openPort(server)
  return {
    url: `http://127.0.0.1:${port.number}`,
    exchanges,
    async begin(next, faultsOfCall) {
      call = next
      plan = faultsOfCall.filter((fault) => fault !== REFUSED)
      const times = faultsOfCall.length - plan.length
      if (times === 0) return
      exchanges.push({ call, method: '', path: '', fault: REFUSED, reached: false, body: Buffer.alloc(0) })
      await port.close()
      // A single refusal ends soon; repeated ones end when the client has given up.
      const pauseMs = seededRandom(...options.keys, call, REFUSED).float(REFUSED_LEAST_MS, REFUSED_MOST_MS)
      if (times === 1) reopening = setTimeout(() => void port.open(), pauseMs)
    },
    async end() {
      plan = []
      clearTimeout(reopening)
      await port.open()
    },
    close: () => port.close(),
  }
}

async function play(options: ProxyOptions, request: IncomingMessage, exchange: Exchange, random: Random) {
  exchange.body = await readAll(request)
  const { socket } = request
  const turn: Turn = {
    request,
    socket,
    random,
    redirectUrl: options.redirectUrl,
    async forward() {
      const answer = await forward(options.apiUrl, request, exchange)
      exchange.status = answer.status
      return answer
    },
    killApi: () => options.killApi(random),
    hungUp: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs)
        socket.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
  try {
    await faultOf(exchange).play(turn)
  } catch (error) {
    if (!(error instanceof ApiDown)) throw error
    exchange.fault = 'api down'
    if (random.next() < 0.5) sendAnswer(turn, htmlAnswer(502, 'Bad gateway'))
    else socket.resetAndDestroy()
  }
}

const none: Fault = { weight: 0, play: async (turn) => sendAnswer(turn, await turn.forward()) }

const faultOf = ({ fault }: Exchange): Fault =>
  fault === 'none' || fault === 'api down' || fault === REFUSED ? none : faults[fault]

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The api may receive a request and be killed: only a connection that never opened did not reach it. */
function forward(apiUrl: string, request: IncomingMessage, exchange: Exchange): Promise<Answer> {
  const { method, url, headers } = request
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(
      `${apiUrl}${url}`,
      { method, headers: { ...headers, host: new URL(apiUrl).host }, agent: false, timeout: UPSTREAM_MS },
      (answer) => {
        readAll(answer).then((body) => {
          const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
          resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(headers), body })
        }, fail)
      },
    )
    const fail = (error: Error) => reject(new ApiDown(error.message))
    outgoing.once('socket', (socket) => {
      socket.once('connect', () => {
        exchange.reached = true
      })
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('the api does not answer')))
    outgoing.once('error', fail)
    outgoing.end(exchange.body)
  })
}
