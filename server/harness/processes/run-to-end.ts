import { spawn } from 'node:child_process'
import { bindToParent, type Command, type RunAs } from './bind-to-parent.ts'

export type RunOptions = {
  env: NodeJS.ProcessEnv
  cwd: string
  timeoutMs: number
  runAs?: RunAs | undefined
  signal?: AbortSignal | undefined
}

/**
 * Runs a command to its end and returns its output; an error contains its error output. On timeout or abort
 * the command is killed with all its children.
 */
export function runToEnd(command: Command, options: RunOptions): Promise<string> {
  const { env, cwd, timeoutMs, runAs, signal } = options
  signal?.throwIfAborted()
  const { program, args } = bindToParent(command, runAs)
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const timeout = AbortSignal.timeout(timeoutMs)
  const halt = signal ? AbortSignal.any([signal, timeout]) : timeout
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }
  halt.addEventListener('abort', kill, { once: true })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      halt.removeEventListener('abort', kill)
      const what = [command.program, ...command.args].join(' ')
      if (code === 0) resolve(Buffer.concat(out).toString('utf8'))
      else if (signal?.aborted) reject(signal.reason)
      else if (timeout.aborted) reject(new Error(`${what}: not done within ${timeoutMs} ms`))
      else
        reject(new Error(`${what}: exit code ${code}\n${Buffer.concat([...err, ...out]).toString('utf8')}`))
    })
  })
}
