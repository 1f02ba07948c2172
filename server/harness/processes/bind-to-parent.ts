import { spawnSync } from 'node:child_process'
import { findProgram, lookFor } from './find-program.ts'

export type Command = { program: string; args: string[] }

/**
 * Another user to run as, for a program that refuses root. `canEnterClosedFolders`: may enter folders that
 * only root may enter.
 */
export type RunAs = { uid: number; gid: number; canEnterClosedFolders: boolean }

/**
 * Makes the kernel kill the command when this process dies, even by kill -9, so that nothing is left running.
 * The kernel watches the thread that started it, which is right for a test's thread too.
 */
export function bindToParent(command: Command, runAs?: RunAs): Command {
  const setpriv = runAs ? findProgram('setpriv') : findWorkingSetpriv()
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
  // The one capability that can enter folders of mode 700. Without no_setuid_fixup the kernel drops it during
  // an access(2) call, which PostgreSQL uses to check that its own binaries exist.
  const capabilities = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override']
  return [...user, '--securebits', '+no_setuid_fixup', ...capabilities]
}

let workingSetpriv: string | null | undefined

/**
 * Tried once: some versions of setpriv lack this option, and only Linux has setpriv.
 */
function findWorkingSetpriv(): string | null {
  if (workingSetpriv !== undefined) return workingSetpriv
  const setpriv = lookFor('setpriv')
  const works = setpriv && spawnSync(setpriv, ['--pdeathsig', 'KILL', '--', 'true']).status === 0
  workingSetpriv = works ? setpriv : null
  return workingSetpriv
}
