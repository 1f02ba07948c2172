import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askCodex } from './ask-codex.ts'

const run = promisify(execFile)
const WAIT_MS = 180_000

type Connection = { path: string; home: string; url: string; apiKey: string }

/** `connect` configures the host in an empty home; it returns how many tools it found, or what it says. */
type Host = { name: string; program: string; connect(connection: Connection): Promise<number | string> }

const start = async (path: string, options: string[], home: string, env: Record<string, string> = {}) => {
  const { HOME: _, ...inherited } = process.env
  const { stdout, stderr } = await run(path, options, {
    env: { ...inherited, HOME: home, NO_COLOR: '1', ...env },
    cwd: home,
    timeout: WAIT_MS,
    maxBuffer: 2 ** 24,
  })
  return `${stdout}\n${stderr}`
}

export const hosts: Host[] = [
  {
    name: 'Hermes, mcp test',
    program: 'hermes',
    async connect({ path, home, url, apiKey }) {
      // Hermes itself replaces the name by what is in its .env.
      const header = 'Authorization: Bearer $' + '{MCP_SVC_API_KEY}'
      const config = `mcp_servers:\n  svc:\n    url: ${url}\n    headers:\n      ${header}\n`
      await writeFile(join(home, 'config.yaml'), config)
      await writeFile(join(home, '.env'), `MCP_SVC_API_KEY=${apiKey}\n`)
      const printed = await start(path, ['mcp', 'test', 'svc'], home, { HERMES_HOME: home })
      const [, count] = /Tools discovered: (\d+)/.exec(printed) ?? []
      return count ? Number(count) : printed
    },
  },
  {
    name: 'Codex, app-server',
    program: 'codex',
    async connect({ path, home, url, apiKey }) {
      const env = { CODEX_HOME: home, SVC_API_KEY: apiKey }
      const add = ['mcp', 'add', 'svc', '--url', url, '--bearer-token-env-var', 'SVC_API_KEY']
      await start(path, add, home, env)
      return askCodex(path, { ...process.env, ...env })
    },
  },
  {
    name: 'OpenClaw, mcp probe',
    program: 'openclaw',
    async connect({ path, home, url, apiKey }) {
      const headers = { Authorization: `Bearer ${apiKey}` }
      const entry = JSON.stringify({ url, transport: 'streamable-http', headers })
      await start(path, ['mcp', 'set', 'svc', entry], home)
      const printed = await start(path, ['mcp', 'probe', 'svc', '--json'], home)
      return new Set(printed.match(/"svc__\w+"/g)).size
    },
  },
  {
    name: 'Claude Code, mcp list',
    program: 'claude',
    async connect({ path, home, url, apiKey }) {
      const env = { CLAUDE_CONFIG_DIR: join(home, '.claude') }
      await mkdir(env.CLAUDE_CONFIG_DIR)
      const header = ['--header', `Authorization: Bearer ${apiKey}`]
      const add = ['mcp', 'add', '--transport', 'http', '--scope', 'user', 'svc', url, ...header]
      await start(path, add, home, env)
      const printed = await start(path, ['mcp', 'list'], home, env)
      return /svc: .*Connected/.test(printed) ? 'connected' : printed
    },
  },
  {
    name: 'Gemini CLI, mcp list',
    program: 'gemini',
    async connect({ path, home, url, apiKey }) {
      // It writes into the folder where it runs, which must not be its home and has to be trusted.
      const env = { HOME: join(home, 'user'), GEMINI_CLI_TRUST_WORKSPACE: 'true' }
      await mkdir(env.HOME)
      const header = ['--header', `Authorization: Bearer ${apiKey}`]
      await start(path, ['mcp', 'add', '--transport', 'http', ...header, 'svc', url], home, env)
      const printed = await start(path, ['mcp', 'list'], home, env)
      return printed.includes('✓ svc:') ? 'connected' : printed
    },
  },
]
