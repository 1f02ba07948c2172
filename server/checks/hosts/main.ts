// Lets real agent hosts connect to /mcp with a key and list its tools, without a model: Hermes, Codex,
// OpenClaw, Claude Code and Gemini CLI, each in an empty home with the lines of agent/README.md. A host that
// is not installed is named and left out.
// Run: pnpm probe:hosts [--all]. Takes about 3 minutes. HOSTS_BIN names a folder with their programs.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { flag } from '../../harness/arguments/index.ts'
import { fastPostgres, fastSettings, openSystem } from '../../harness/driver/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { findProgram } from './find-program.ts'
import { hosts } from './hosts.ts'

/** The 22 of the client, and report_results. */
const TOOLS = 23

const command = {
  name: 'pnpm probe:hosts',
  options: { all: flag('fail when a host is not installed') },
}

await runCheck(command, async ({ all }) => {
  const { system, owner, dir } = await openSystem('hosts', { env: fastSettings, postgres: fastPostgres })
  const server = { url: `${system.baseUrl}/mcp`, apiKey: owner.apiKey }
  const failures: string[] = []
  const absent: string[] = []
  for (const { name, program, connect } of hosts) {
    const path = findProgram(program)
    if (!path) {
      absent.push(name)
      print(`${name}: not installed`)
      continue
    }
    const startedAt = performance.now()
    const home = await mkdtemp(join(dir, `home-${program}-`))
    const found = await connect({ path, home, ...server }).catch((error: Error) => error.message)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const isRight = found === TOOLS || found === 'connected'
    print(`${name}: ${typeof found === 'number' ? `${found} tools` : found.slice(0, 300)}, ${seconds} s`)
    if (!isRight) failures.push(`${name}: ${found}`)
  }
  return printChecks([
    { sentence: `every installed host finds ${TOOLS} tools or says that it is connected`, failures },
    { sentence: 'no host is missing', failures: all ? absent : [] },
    { sentence: 'at least one host was asked', failures: absent.length < hosts.length ? [] : absent },
  ])
})
