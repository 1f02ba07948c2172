import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeOnExit } from '../../harness/cleanup/index.ts'

/** A page of an attacker, under two names. */
export type OtherSite = {
  /** Another origin on the same site: a browser sends even a Lax cookie along. */
  readonly sameSite: string
  readonly crossSite: string
  /** What both addresses answer from now on. */
  show(html: string): void
}

export async function openOtherSite(): Promise<OtherSite> {
  let shown = ''
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(shown)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeOnExit(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    sameSite: `http://127.0.0.1:${port}/`,
    crossSite: `http://localhost:${port}/`,
    show: (html) => {
      shown = `<!doctype html><meta charset="utf-8"><title>other</title>${html}`
    },
  }
}
