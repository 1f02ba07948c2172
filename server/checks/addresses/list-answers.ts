import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { FetcherOptions, UnusableKind } from '../../src/platform/fetching/index.ts'
import { type AddressCase, at, hostFor, jpeg, png, serveBytes } from './address-case.ts'

const MAX = 20 * 1024 * 1024
const html = Buffer.from('<!doctype html><title>no picture</title>')

/** Writes raw bytes to the socket. */
const raw =
  (...parts: (string | Buffer)[]): RequestListener =>
  (_, { socket }) => {
    for (const part of parts) socket?.write(part)
    socket?.end()
  }

/** Writes a piece again and again until the client disconnects. */
const drip =
  (begin: (response: ServerResponse) => void, piece: string | Buffer, everyMs: number): RequestListener =>
  (_, response) => {
    begin(response)
    const timer = setInterval(() => response.socket?.write(piece), everyMs)
    response.socket?.once('close', () => clearInterval(timer))
  }

const silent: RequestListener = () => undefined
const chunked =
  (bytes: Buffer, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  }
const STATUS = 'HTTP/1.1 200 OK\r\n'

const WRONG: Record<string, [serve: RequestListener, ends: UnusableKind, limits?: FetcherOptions['limits']]> =
  {
    'is one byte too large': [serveBytes(jpeg(MAX + 1)), 'too_large'],
    'is one byte too large and does not say so': [chunked(jpeg(MAX + 1)), 'too_large'],
    'promises a gigabyte': [raw(`${STATUS}content-length: 1073741824\r\n\r\n`, jpeg()), 'too_large'],
    'never ends': [
      drip((response) => void response.writeHead(200).write(jpeg(MAX)), `400\r\n${'a'.repeat(1_024)}\r\n`, 1),
      'too_large',
    ],
    'is a bomb of zeros': [
      serveBytes(gzipSync(Buffer.alloc(MAX)), { 'content-encoding': 'gzip' }),
      'not_a_picture',
    ],
    'is a packed picture': [serveBytes(gzipSync(jpeg()), { 'content-encoding': 'gzip' }), 'not_a_picture'],
    'is a page': [serveBytes(html, { 'content-type': 'text/html' }), 'not_a_picture'],
    'is a page that calls itself a picture': [
      serveBytes(html, { 'content-type': 'image/jpeg' }),
      'not_a_picture',
    ],
    'is a drawing that runs': [serveBytes(Buffer.from('<svg xmlns="x"><script/></svg>')), 'not_a_picture'],
    'is a GIF': [serveBytes(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00')), 'not_a_picture'],
    'is a BMP': [serveBytes(Buffer.from('BM012345678901234567890')), 'not_a_picture'],
    'is a sound in the wrapping of WebP': [serveBytes(Buffer.from('RIFF0000WAVEfmt 0000')), 'not_a_picture'],
    'is a PNG with a wrong eighth byte': [
      serveBytes(Buffer.from('89504e470d0a1a0bffffffff', 'hex')),
      'not_a_picture',
    ],
    'is a private key': [serveBytes(Buffer.from('-----BEGIN PRIVATE KEY-----')), 'not_a_picture'],
    'is a page without an end': [
      drip((response) => void response.writeHead(200).write(html), '1\r\na\r\n', 5),
      'not_a_picture',
    ],
    'is empty': [serveBytes(Buffer.alloc(0)), 'not_a_picture'],
    'is the first 3 bytes of a JPEG and then nothing': [
      serveBytes(Buffer.from('ffd8', 'hex')),
      'not_a_picture',
    ],
    'is cut short': [raw(`${STATUS}content-length: 5000\r\n\r\n`, jpeg(900)), 'broken'],
    'is cut short between two pieces': [
      raw(`${STATUS}transfer-encoding: chunked\r\n\r\n3e8\r\n`, png(), '\r\n'),
      'broken',
    ],
    'has pieces of no length': [raw(`${STATUS}transfer-encoding: chunked\r\n\r\nzz\r\n`, png()), 'broken'],
    'has two lengths': [raw(`${STATUS}content-length: 5\r\ncontent-length: 6\r\n\r\n`, jpeg()), 'broken'],
    'has a length and pieces': [
      raw(`${STATUS}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      'broken',
    ],
    'has 20 KB of headers': [raw(`${STATUS}a: ${'b'.repeat(20_000)}\r\n\r\n`, jpeg()), 'broken'],
    'has headers without an end': [
      drip(({ socket }) => void socket?.write(STATUS), `a: ${'b'.repeat(999)}\r\n`, 1),
      'broken',
    ],
    'is no HTTP': [raw('220 mail.public.example ESMTP\r\n'), 'broken'],
    'is another protocol': [
      raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'broken',
    ],
    'is nothing': [(_, { socket }) => void socket?.destroy(), 'broken'],
    'is a 204': [serveBytes(Buffer.alloc(0), {}, 204), 'status'],
    'is a 206': [serveBytes(jpeg(), {}, 206), 'status'],
    'is a 203': [serveBytes(jpeg(), {}, 203), 'status'],
    'is a 401 that asks who we are': [
      serveBytes(jpeg(), { 'www-authenticate': 'Basic realm="x"' }, 401),
      'status',
    ],
    'is a 404': [serveBytes(jpeg(), {}, 404), 'status'],
    'is a 407': [serveBytes(jpeg(), { 'proxy-authenticate': 'Basic' }, 407), 'status'],
    'is a 429': [serveBytes(jpeg(), { 'retry-after': '9' }, 429), 'status'],
    'is a 500': [serveBytes(jpeg(), {}, 500), 'status'],
    'does not come': [silent, 'too_slow', { headersMs: 250 }],
    'does not come in all the time there is': [silent, 'too_slow', { totalMs: 250 }],
    'drips its headers': [
      drip(({ socket }) => void socket?.write(STATUS), 'a: b\r\n', 20),
      'too_slow',
      { headersMs: 250 },
    ],
    'only ever promises to come': [
      drip(() => undefined, 'HTTP/1.1 102 Processing\r\n\r\n', 20),
      'too_slow',
      { headersMs: 250 },
    ],
    'stops in the middle': [
      (_, response) => void response.writeHead(200).write(jpeg()),
      'too_slow',
      { idleMs: 250 },
    ],
    'stops before its first byte': [
      (_, response) => response.writeHead(200).flushHeaders(),
      'too_slow',
      { idleMs: 250 },
    ],
    'drips its bytes': [
      drip((response) => void response.writeHead(200).write(jpeg()), '1\r\na\r\n', 20),
      'too_slow',
      { totalMs: 400, idleMs: 200 },
    ],
  }

export const listAnswers = (): AddressCase[] =>
  Object.entries(WRONG).map(([what, [serve, ends, limits]]) => {
    const name = `an answer that ${what}`
    const host = hostFor(name)
    return {
      name,
      url: at(`${host}/`),
      ends,
      sites: { [host]: { serve } },
      ...(limits && { options: { limits } }),
    }
  })
