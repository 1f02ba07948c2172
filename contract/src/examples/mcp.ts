import type { mcp } from '../endpoints/mcp.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './example-records.ts'
import { exampleUpload } from './products.ts'

const message = {
  query: { tools: 'quote_job' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } },
  answer: {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '{"ok":true,"balance":100000}' }], isError: false },
  },
} as const

export const mcpExamples = {
  serveMcp: message,
  serveMcpByKey: message,
  uploadByTicket: {
    params: { ticket: `${ids.key}.${ids.upload}.1763460000.dGhlIHNpZ25hdHVyZQ` },
    form: {},
    answer: {
      asset: exampleUpload,
      message: `Image received. Call the tool again with file_path=${ids.upload}. It is kept for a day.`,
    },
  },
} satisfies ExamplesOf<typeof mcp>
