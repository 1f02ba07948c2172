import { spawnSync } from 'node:child_process'
import { findProgramPath, loadProgramPath } from './program-path.ts'

export type Command = { program: string; args: string[] }

/** Another user to run as, for a program that refuses to run as root. */
export type RunAs = {
  uid: number
  gid: number
  /** May enter folders that otherwise only root may enter. */
  canEnterClosedFolders: boolean
}

/**
 * Wraps a command with setpriv so that the kernel kills it when this process dies, even by kill -9, and
 * nothing is left running. Where setpriv is not available, the command is returned unchanged; with `runAs`,
 * which needs setpriv, it is an error.
 *
 * Precisely, the kernel kills the command when the thread that started it ends. That is also right for a test
 * that runs in a worker thread.
 */
export function bindToParent(command: Command, runAs?: RunAs): Command {
  const setpriv = runAs ? loadProgramPath('setpriv') : findWorkingSetpriv()
  if (!setpriv) return command
  const args = [
    '--pdeathsig',
    'KILL',
    ...(runAs ? runAsOptions(runAs) : []),
    '--',
    command.program,
    ...command.args,
  ]
  return { program: setpriv, args }
}

function runAsOptions({ uid, gid, canEnterClosedFolders }: RunAs): string[] {
  const user = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  if (!canEnterClosedFolders) return user
  // The only capability that the program gets: CAP_DAC_OVERRIDE, to enter folders of mode 700. Without
  // no_setuid_fixup the kernel drops it during an access(2) call, which PostgreSQL uses to check that its own
  // binaries exist.
  const capabilities = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override']
  return [...user, '--securebits', '+no_setuid_fixup', ...capabilities]
}

/** `undefined` until `findWorkingSetpriv` has looked for it; `null` if there is none. */
let workingSetpriv: string | null | undefined

/** Runs setpriv once to see whether it works: only Linux has it, and some versions lack `--pdeathsig`. */
function findWorkingSetpriv(): string | null {
  if (workingSetpriv !== undefined) return workingSetpriv
  const setpriv = findProgramPath('setpriv')
  const works = setpriv && spawnSync(setpriv, ['--pdeathsig', 'KILL', '--', 'true']).status === 0
  workingSetpriv = works ? setpriv : null
  return workingSetpriv
}
