import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, htmlAnswer, jsonAnswer, sendAnswer, type Turn, writeAnswer } from './fault.ts'
import { wrongShapes } from './wrong-shapes.ts'

/** Longer than any timeout of the client. */
const STUCK_MS = 70_000
const DRIP_EVERY_MS = 250

/** Half of the failing gateways have already forwarded the request. */
const forwardPerhaps = async (turn: Turn): Promise<void> => {
  if (turn.random.next() < 0.5) await turn.forward()
}

/** Some error pages show the whole request with its key: the client must not repeat it. */
const echo = ({ request: { method, url, headers } }: Turn): string =>
  [method, url, headers.authorization, headers['x-api-key']].join(' ')

/** A refusal as the service writes it. It is true: such a request has moved no credits. */
const refusal = (code: string, error: string, extra: object = {}) => ({
  error,
  code,
  charged: 'none',
  requestId: 'req_of_the_probe',
  ...extra,
})

const limited = (headers: Record<string, string>, extra: object = {}) =>
  jsonAnswer(429, refusal('rate_limited', 'Too many requests of this kind.', extra), headers)

const gateway =
  (status: number): Fault['play'] =>
  async (turn) => {
    await forwardPerhaps(turn)
    sendAnswer(turn, htmlAnswer(status, `${status} from the gateway<pre>${echo(turn)}</pre>`))
  }

const polite =
  (answer: (turn: Turn) => ReturnType<typeof jsonAnswer>): Fault['play'] =>
  async (turn) =>
    sendAnswer(turn, answer(turn))

const drip = async (turn: Turn, bytes: Buffer): Promise<void> => {
  const until = performance.now() + STUCK_MS
  for (const byte of bytes) {
    if (turn.socket.destroyed || performance.now() > until) break
    turn.socket.write(Buffer.of(byte))
    await sleep(DRIP_EVERY_MS)
  }
  turn.socket.destroy()
}

/**
 * Every way in which a request may go wrong. A forwarded request has reached the service, whatever answer the
 * client gets.
 */
export const faults = {
  'reset before': { weight: 3, play: async ({ socket }) => void socket.resetAndDestroy() },
  'reset in the answer': {
    weight: 4,
    play: async (turn) => {
      const bytes = writeAnswer(await turn.forward())
      turn.socket.write(bytes.subarray(0, bytes.length - 20), () => turn.socket.resetAndDestroy())
    },
  },
  'reset after': {
    weight: 6,
    play: async (turn) => {
      await turn.forward()
      turn.socket.resetAndDestroy()
    },
  },
  'closed without a word': {
    weight: 4,
    play: async (turn) => {
      await turn.forward()
      turn.socket.end()
    },
  },
  slow: {
    weight: 4,
    play: async (turn) => {
      const answer = await turn.forward()
      await sleep(turn.random.float(300, 2_500))
      sendAnswer(turn, answer)
    },
  },
  'no answer': {
    weight: 2,
    isCostly: true,
    play: async (turn) => {
      await forwardPerhaps(turn)
      await turn.hungUp(STUCK_MS)
      turn.socket.destroy()
    },
  },
  'body in drips': {
    weight: 1,
    isCostly: true,
    play: async (turn) => {
      const { status, headers, body } = await turn.forward()
      turn.socket.write(writeAnswer({ status, headers, body: Buffer.alloc(0) }, body.length))
      await drip(turn, body)
    },
  },
  'head in drips': {
    weight: 1,
    isCostly: true,
    play: async (turn) => drip(turn, writeAnswer(await turn.forward())),
  },
  '429 with Retry-After': {
    weight: 4,
    play: polite(({ random }) => limited({ 'retry-after': String(random.pick([1, 1, 2])) })),
  },
  '429 with a long Retry-After': {
    weight: 2,
    play: polite(({ random }) =>
      limited({ 'retry-after': random.pick(['55', '600']) }, { retryAfterSeconds: 55 }),
    ),
  },
  '429 with an odd Retry-After': {
    weight: 2,
    play: polite(({ random }) =>
      limited({
        'retry-after': random.pick(['soon', '-5', '', '1e9', 'Fri, 31 Dec 2100 23:59:59 GMT', 'NaN']),
      }),
    ),
  },
  '429 without Retry-After': { weight: 2, play: polite(() => limited({})) },
  '429 of a gateway': { weight: 1, play: polite((turn) => htmlAnswer(429, `Slow down ${echo(turn)}`)) },
  '500': {
    weight: 3,
    play: polite(() => jsonAnswer(500, refusal('internal_error', 'Something went wrong on our side.'))),
  },
  '500 in HTML': { weight: 2, play: gateway(500) },
  '502': { weight: 4, play: gateway(502) },
  '503 service_unavailable': {
    weight: 3,
    play: polite(() =>
      jsonAnswer(503, refusal('service_unavailable', 'The service is busy.'), { 'retry-after': '3' }),
    ),
  },
  '503 provider_unavailable': {
    weight: 3,
    play: polite(() =>
      jsonAnswer(
        503,
        refusal('provider_unavailable', 'The provider takes no jobs now.', { charged: 'refunded' }),
      ),
    ),
  },
  '503 in HTML': { weight: 3, play: gateway(503) },
  '504 in HTML': { weight: 2, play: gateway(504) },
  'HTML with 200': {
    weight: 4,
    play: async (turn) => {
      await forwardPerhaps(turn)
      sendAnswer(turn, htmlAnswer(200, `Log in to the hotel's network<!-- ${echo(turn)} -->`))
    },
  },
  'body cut': {
    weight: 5,
    play: async (turn) => {
      const { body, ...rest } = await turn.forward()
      sendAnswer(turn, { ...rest, body: body.subarray(0, body.length / 2) }, body.length)
    },
  },
  'length too small': {
    weight: 3,
    play: async (turn) => {
      const answer = await turn.forward()
      sendAnswer(turn, answer, Math.floor(answer.body.length / 2))
    },
  },
  'length too great': {
    weight: 2,
    play: async (turn) => {
      const answer = await turn.forward()
      sendAnswer(turn, answer, answer.body.length + 100)
    },
  },
  'length is a word': {
    weight: 1,
    play: async (turn) => {
      const { status, headers, body } = await turn.forward()
      const bytes = writeAnswer({ status, headers, body }).toString('latin1')
      turn.socket.end(bytes.replace(/content-length: \d+/, 'content-length: many'), 'latin1')
    },
  },
  'redirect to elsewhere': {
    weight: 4,
    play: polite(({ random, redirectUrl, request }) =>
      htmlAnswer(random.pick([301, 302, 303, 307, 308]), 'Moved', {
        location: `${redirectUrl}${request.url}`,
      }),
    ),
  },
  'empty body': {
    weight: 4,
    play: async (turn) => {
      await forwardPerhaps(turn)
      sendAnswer(turn, { status: turn.random.pick([200, 201, 204]), headers: {}, body: Buffer.alloc(0) })
    },
  },
  'wrong shape': {
    weight: 6,
    play: async (turn) => {
      await forwardPerhaps(turn)
      sendAnswer(turn, jsonAnswer(turn.random.pick([200, 201, 400, 503]), turn.random.pick(wrongShapes)))
    },
  },
  'not HTTP': {
    weight: 2,
    play: async (turn) => void turn.socket.end('SSH-2.0-OpenSSH_9.9\r\n\u0000\u0001\u0002\r\n\r\n'),
  },
  'api killed': {
    weight: 3,
    play: async (turn) => {
      const answer = turn.forward().catch(() => undefined)
      await sleep(turn.random.float(0, 60))
      await turn.killApi()
      const received = await answer
      if (received) sendAnswer(turn, received)
      else turn.socket.resetAndDestroy()
    },
  },
} as const satisfies Record<string, Fault>

/** The port is closed. No request gets through, so the proxy does this one itself. */
export const REFUSED = 'refused'

export type FaultName = keyof typeof faults | typeof REFUSED
