import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import type { Order, Tally } from './run-pools.ts'

const SCRIPT = join(import.meta.dirname, 'run-pools.ts')

/** Processes with several pools each. They work until `stop`, or until this process ends. */
export function startClients(count: number, orderOf: (index: number) => Order) {
  const children = Array.from({ length: count }, (_, index) =>
    spawn(process.execPath, [SCRIPT, JSON.stringify(orderOf(index))], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const outputs = children.map(({ stdout }) => text(stdout))
  // Each ends when its input does.
  const end = () => {
    for (const { stdin } of children) stdin.end()
  }
  closeOnExit(async () => end())
  return {
    async stop(): Promise<Tally[]> {
      end()
      return (await Promise.all(outputs)).map((output) => JSON.parse(output))
    },
  }
}
