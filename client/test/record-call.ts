import type { Endpoint, EndpointName } from '@atelier/contract'
import type * as client from '../src/index.ts'

type Call = (client: client.Client, input: object, options?: client.CallOptions) => Promise<unknown>

/** Calls the function of an endpoint, and returns the request that it sends. */
export async function recordCall(name: EndpointName, input: object): Promise<Request> {
  const sent: Request[] = []
  const exported: Record<string, unknown> = { ...(await import('../src/index.ts')) }
  const connection = (exported.newClient as typeof client.newClient)({
    baseUrl: 'https://svc.example/under/',
    apiKey: 'hsk_test',
    fetch: async (url, init) => {
      sent.push(new Request(url, init))
      return Response.json({})
    },
  })
  await (exported[name] as Call)(connection, input)
  const [request] = sent
  if (!request || sent.length > 1) throw new Error(`${name} sent ${sent.length} requests`)
  return request
}

/** Reads a request as the service does: the fields of the path and of the query, and the path itself. */
export function describeRecord({ path }: Endpoint, { url }: Request) {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname.replace(/^\/under/, '').split('/')
  const template = path.split('/')
  const isField = (part: string) => part.startsWith('{')
  return {
    path: template.map((part, index) => (isField(part) ? part : parts[index])).join('/'),
    pathFields: Object.fromEntries(
      template.flatMap((part, index) =>
        isField(part) ? [[part.slice(1, -1), decodeURIComponent(parts[index] ?? '')]] : [],
      ),
    ),
    queryFields: Object.fromEntries(searchParams),
  }
}
