import { Server, type ServerOptions } from '@modelcontextprotocol/server'
import { fail } from './fail.ts'
import { offeredTools } from './offered-tools.ts'
import { runTool } from './run-tool.ts'
import type { Carrier } from './tool-call.ts'
import type { ToolTable } from './tool-table.ts'
import { writeResult } from './write-result.ts'

export type ServedCall = Carrier & { query: { tools?: string | undefined } }

type Versions = Pick<ServerOptions, 'supportedProtocolVersions'>

/**
 * A server of the protocol for one call: the tools it may use, run for its caller. `versions`: those that it
 * speaks, when it is used without the handler of the SDK, which would say them.
 */
export function openServer(
  { query, ...carrier }: ServedCall,
  onFailure: (error: unknown) => void,
  versions: Versions = {},
): Server {
  const table = carrier.app.agentFiles.tools as ToolTable
  const tools = offeredTools(table, query.tools)
  const server = new Server(
    { name: 'svc', version: table.version },
    { capabilities: { tools: {} }, instructions: table.instructions, ...versions },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    try {
      const result = tool
        ? await runTool(table, tool, params.arguments, carrier)
        : fail(table, 'unknown_tool', `There is no tool ${params.name}.`, {
            hint: `The tools are: ${tools.map(({ name }) => name).join(', ')}.`,
          })
      return { content: [{ type: 'text', text: writeResult(result) }], isError: false }
    } catch (error) {
      onFailure(error)
      throw error
    }
  })
  return server
}
