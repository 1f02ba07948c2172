import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const WAIT_MS = 60_000
const ASK = 1

/** Asks the server of Codex for the state of its MCP servers, and returns how many tools `svc` has. */
export async function askCodex(path: string, env: NodeJS.ProcessEnv): Promise<number | string> {
  const child = spawn(path, ['app-server'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  const timer = setTimeout(() => child.kill('SIGKILL'), WAIT_MS)
  try {
    send({
      id: 0,
      method: 'initialize',
      params: { clientInfo: { name: 'probe', title: 'probe', version: '1' } },
    })
    send({ method: 'initialized' })
    send({ id: ASK, method: 'mcpServerStatus/list', params: {} })
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { data: Status[] } }
      if (id !== ASK) continue
      const server = result?.data.find(({ name }) => name === 'svc')
      return server ? Object.keys(server.tools).length : line
    }
    return 'it ended without an answer'
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

type Status = { name: string; tools: Record<string, unknown> }
