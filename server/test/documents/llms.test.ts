import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

type Written = { method: string; path: string; body: Record<string, unknown> | undefined }

/** The calls that the text writes out: method, path and, for a POST, a whole body. */
function readCalls(text: string): Written[] {
  const found = text.matchAll(/`(GET|POST) (\/api\/[^\s`]+)(?:\s(\{[^`]*\}))?`/g)
  return [...found].flatMap(([, method = '', path = '', body]) => {
    if (body?.includes(', ...')) return []
    if (method === 'POST' && body === undefined) return []
    return [
      { method, path, body: body === undefined ? undefined : JSON.parse(body.replaceAll(/\s*\n\s*/g, ' ')) },
    ]
  })
}

test('who has only this text can connect, make a picture, report a day and read a pattern', async () => {
  const { createUser, call, text, waitFor } = await open()
  const calls = readCalls(text)
  const find = (method: string, path: string): Written => {
    const one = calls.find((written) => written.method === method && written.path.startsWith(path))
    if (!one) throw new Error(`${method} ${path} is not written out`)
    return one
  }
  const key = (await createUser()).apiKey

  const made = find('POST', '/api/gen/products')
  const product = (await call('POST', made.path, { key, body: made.body })).body.product
  expect(product.name).toBe('Enamel mug')

  const order = find('POST', '/api/gen/image')
  const submitted = await call('POST', order.path, { key, body: { ...order.body, productId: product.id } })
  expect([submitted.status, submitted.body.creditsCost]).toEqual([201, 400])
  const poll = find('GET', '/api/gen/media/{id}').path.replace('{id}', submitted.body.id)
  const media = await waitFor(async () => {
    const { body } = await call('GET', poll, { key })
    return body.waiting ? undefined : body
  })
  expect([media.nextAction, (await fetch(media.videoUrl)).status]).toEqual(['use_videoUrl', 200])

  const report = find('POST', '/api/agent/reports')
  const reported = await call('POST', report.path, {
    key,
    body: { ...report.body, generatedMediaId: media.id },
  })
  expect([reported.status, reported.body.report.accepted]).toEqual([201, 1])

  const patterns = find('GET', '/api/agent/knowledge/patterns').path.replace('prd_...', product.id)
  const page = await call('GET', patterns, { key })
  expect([page.status, Array.isArray(page.body.patterns)]).toEqual([200, true])
})

test('the line that connects a host names an address that speaks MCP with this key', async () => {
  const { createUser, text, baseUrl } = await open()
  const [, address = ''] = /`claude mcp add --transport http svc\s+(\S+)/.exec(text) ?? []
  expect(address).toBe(`${baseUrl}/mcp`)
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(await createUser()).apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  expect([answer.status, (await answer.text()).includes('generate_image')]).toEqual([200, true])
})

async function open() {
  const { call, createUser, baseUrl } = system()
  const text = (await call('GET', '/llms.txt')).body as unknown as string
  const waitFor = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
    const until = Date.now() + 20_000
    for (;;) {
      const found = await ask()
      if (found !== undefined) return found
      if (Date.now() > until) throw new Error('It took longer than 20 s.')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  return { call, createUser, baseUrl, text, waitFor }
}
