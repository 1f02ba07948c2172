import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { closeOnExit } from '../../harness/cleanup/index.ts'

export type Program = {
  words: string[]
  /** Where its output goes, appended. */
  log: string
  env?: NodeJS.ProcessEnv
  print?: (text: string) => void
  input?: Buffer
}

/** Starts a program that ends with this process. `ended` is its exit status. */
export function startProgram({ words, log, env, print, input }: Program) {
  const [name = '', ...args] = words
  const file = createWriteStream(log, { flags: 'a' })
  const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'pipe'], env: env ?? process.env })
  // A program may end before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      file.write(text)
      print?.(text)
    })
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const stop = closeOnExit(async () => {
    if (isRunning()) child.kill('SIGKILL')
    await ended.catch(() => undefined)
    file.end()
  })
  void ended.then(stop, stop)
  return { pid: child.pid as number, ended, stop, isRunning }
}

/** Runs a program to its end; a status other than 0 is an error with the place of its output. */
export async function runProgram(program: Program): Promise<void> {
  const status = await startProgram(program).ended
  if (status !== 0)
    throw new Error(`${program.words.join(' ').slice(0, 300)}: status ${status}; ${program.log}`)
}
