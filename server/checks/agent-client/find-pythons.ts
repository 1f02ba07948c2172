import { loadProgramPath } from '../../harness/processes/index.ts'

/** Both versions of the `mcp` package that the client promises to run on. */
export const findPythons = (): string[] => [
  process.env.AGENT_MCP_126_PYTHON ?? loadProgramPath('agent-mcp-1.26-python'),
  process.env.AGENT_MCP_23_PYTHON ?? loadProgramPath('agent-mcp-2.3-python'),
]
