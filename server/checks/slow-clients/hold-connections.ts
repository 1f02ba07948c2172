// A process with slow clients. Its parent sends the load by a message and gets the outcome back.
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

export type Load = { port: number; apiKey: string; headers: number; bodies: number; openMs: number }

export type Outcome = {
  opened: number
  refused: number
  /** Still open when the wait was over. */
  left: number
  /** How long the connection that lasted longest was open. */
  longestMs: number
  /** How many got an answer before the end, by status. */
  answers: Record<string, number>
}

const STEP_MS = 20
/** Each connection sends one byte a second. */
const DRIP_TURNS = 50
const GIVE_UP_MS = 40_000

process.once('message', async (load: Load) => {
  // These clients stand for other machines, so they should use little CPU time here.
  setPriority(constants.priority.PRIORITY_LOW)
  process.send?.(await hold(load))
  process.disconnect()
})

async function hold({ port, apiKey, headers, bodies, openMs }: Load): Promise<Outcome> {
  const outcome: Outcome = { opened: 0, refused: 0, left: 0, longestMs: 0, answers: {} }
  const open = new Set<Socket>()
  const slowHeaders = 'GET /api/gen/credits HTTP/1.1\r\nx-slow: '
  const slowBody = [
    'POST /api/gen/image HTTP/1.1',
    `x-api-key: ${apiKey}`,
    'content-type: application/json',
    'content-length: 200000\r\n\r\n{',
  ].join('\r\n')
  const all = headers + bodies
  const ended = Promise.withResolvers<void>()
  let over = 0

  const begin = (index: number) => {
    // Spread evenly, so that both kinds are opened at the same time.
    const isBody = Math.floor(((index + 1) * bodies) / all) > Math.floor((index * bodies) / all)
    const socket = connect({ host: '127.0.0.1', port })
    let openedAt: number | undefined
    socket.once('connect', () => {
      openedAt = performance.now()
      outcome.opened++
      open.add(socket)
      socket.write(isBody ? slowBody : slowHeaders)
    })
    socket.on('error', () => undefined)
    socket.once('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12)
      outcome.answers[status] = (outcome.answers[status] ?? 0) + 1
    })
    socket.once('close', () => {
      open.delete(socket)
      if (openedAt === undefined) outcome.refused++
      else outcome.longestMs = Math.max(outcome.longestMs, performance.now() - openedAt)
      if (++over === all) ended.resolve()
    })
  }

  // A fiftieth of them at once: real clients do not all send at the same instant.
  let turn = 0
  const drip = setInterval(() => {
    turn = (turn + 1) % DRIP_TURNS
    let index = 0
    for (const socket of open) if (index++ % DRIP_TURNS === turn && socket.writable) socket.write('x')
  }, STEP_MS)
  const perStep = Math.ceil(all / (openMs / STEP_MS))
  for (let index = 0; index < all; ) {
    for (const until = Math.min(all, index + perStep); index < until; index++) begin(index)
    await sleep(STEP_MS)
  }
  if (all > 0) await Promise.race([ended.promise, sleep(GIVE_UP_MS)])
  clearInterval(drip)
  outcome.left = open.size
  for (const socket of open) socket.destroy()
  return outcome
}
