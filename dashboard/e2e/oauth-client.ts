import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A program on this computer that asks for access: what it registered, and what comes back to it. */
export type Client = {
  id: string
  address: string
  verifier: string
  answers: URLSearchParams[]
  close(): void
}

/** A number that no program may round, with signs that none may read as its own. */
export const STATE = '12345678901234567890&"x"=%7B'

export async function openClient(baseUrl: string, client_name: string): Promise<Client> {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/callback') answers.push(searchParams)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>client</title>ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const registered = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Without a port: any port is good.
    body: JSON.stringify({ client_name, redirect_uris: ['http://127.0.0.1/callback'] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  return { id: client_id, address, verifier, answers, close: () => server.close() }
}

/** The address at which the owner decides. */
export function askAt(baseUrl: string, client: Client, change: Record<string, string> = {}): string {
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.address,
    code_challenge: createHash('sha256').update(client.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${baseUrl}/mcp`,
    state: STATE,
    ...change,
  })
  return `${baseUrl}/oauth/authorize?${asked}`
}
