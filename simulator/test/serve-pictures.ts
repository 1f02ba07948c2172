import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'

export function paint(background: string, width = 300, height = 300): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
}

/** A web server for references. Answers 404 for what `files` lacks; tests may change `files` at any time. */
export async function servePictures(files: Record<string, Buffer>) {
  const server = createServer((req, res) => {
    const bytes = files[(req.url ?? '').slice(1)]
    res.writeHead(bytes ? 200 : 404).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (name: string) => ({ url: `${base}/${name}`, label: name })
}
