export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Zeros that follow the body, for files too large to be held in memory. */
  fillerBytes?: number
  /** Sent in chunks, without a length, as a proxy does with large answers. */
  isChunked?: boolean
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  const body = Buffer.from(JSON.stringify(value))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}

export function text(status: number, value: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: Buffer.from(value),
  }
}

export function empty(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: Buffer.alloc(0) }
}

const TITLES: Record<number, string> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
}

/** What a proxy in front of the provider answers: it proves nothing about the request behind it. */
export function proxyPage(status: number): Reply {
  const title = `${status} ${TITLES[status] ?? 'Error'}`
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
    '',
  ]
  const body = Buffer.from(lines.join('\r\n'))
  return { status, headers: { 'content-type': 'text/html', server: 'nginx' }, body }
}
