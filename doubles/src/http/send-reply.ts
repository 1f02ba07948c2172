import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, numberOf, textOf } from '../faults/fault.ts'
import type { Reply } from './reply.ts'

const FILLER = Buffer.alloc(1 << 16)

/** Sends the reply, or breaks off as the fault says; resolves when all is sent or the caller has gone. */
export async function sendReply(res: ServerResponse, reply: Reply, fault: Fault | undefined): Promise<void> {
  switch (fault?.fault) {
    case 'trickle':
      return trickle(res, reply, fault)
    case 'truncate':
      return truncate(res, reply, fault)
    case 'false_length':
      return sendFalseLength(res, reply, numberOf(fault, 'by', -10))
    case 'endless':
      return sendEndlessly(res, reply)
    default:
      return reply.isChunked && !reply.fillerBytes ? sendChunks(res, reply) : sendWhole(res, reply)
  }
}

async function sendWhole(
  res: ServerResponse,
  { status, headers, body, fillerBytes = 0 }: Reply,
): Promise<void> {
  const bodyless = status === 204 || status === 304
  res.writeHead(status, bodyless ? headers : { ...headers, 'content-length': body.length + fillerBytes })
  if (fillerBytes > 0) {
    await write(res, body)
    for (let left = fillerBytes; left > 0 && !res.destroyed; left -= FILLER.length)
      await write(res, FILLER.subarray(0, Math.min(left, FILLER.length)))
    res.end()
  } else res.end(bodyless ? undefined : body)
}

async function sendChunks(res: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  res.writeHead(status, headers)
  for (let at = 0; at < body.length && !res.destroyed; at += FILLER.length)
    await write(res, body.subarray(at, at + FILLER.length))
  res.end()
}

async function trickle(res: ServerResponse, { status, headers, body }: Reply, fault: Fault): Promise<void> {
  const step = Math.max(1, numberOf(fault, 'bytes', 1))
  res.writeHead(status, { ...headers, 'content-length': body.length })
  for (let at = 0; at < body.length && !res.destroyed; at += step) {
    await write(res, body.subarray(at, at + step))
    await sleep(numberOf(fault, 'everyMs', 100))
  }
  res.end()
}

async function truncate(res: ServerResponse, { status, headers, body }: Reply, fault: Fault): Promise<void> {
  const isChunked = textOf(fault, 'mode', 'length') === 'chunked'
  res.writeHead(status, isChunked ? headers : { ...headers, 'content-length': body.length })
  res.flushHeaders()
  await write(res, body.subarray(0, Math.floor(body.length * numberOf(fault, 'share', 0.5))))
  res.destroy()
}

/** A length that is too short cuts the body for the client; one that is too long makes it wait. */
async function sendFalseLength(
  res: ServerResponse,
  { status, headers, body }: Reply,
  by: number,
): Promise<void> {
  const claimed = Math.max(0, body.length + by)
  res.writeHead(status, { ...headers, 'content-length': claimed, connection: 'close' })
  res.flushHeaders()
  await write(res, body)
  res.socket?.end()
}

async function sendEndlessly(res: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  res.writeHead(status, headers)
  await write(res, body)
  while (!res.destroyed && !res.socket?.destroyed) await write(res, FILLER)
}

/** Waits until the caller took the bytes, so that an endless body does not fill our own memory. */
function write(res: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (res.destroyed || bytes.length === 0) return resolve()
    const done = () => {
      res.off('close', done)
      resolve()
    }
    res.on('close', done)
    res.write(bytes, done)
  })
}
