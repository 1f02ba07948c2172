import { spawnSync } from 'node:child_process'
import { findProgram, lookFor } from './find-program.ts'

export type Command = { program: string; args: string[] }

/**
 * Another user to run as, for a program that refuses root. `reach`: may pass folders that only root may
 * enter.
 */
export type RunAs = { uid: number; gid: number; reach: boolean }

/**
 * Ties a command to the life of this process: the kernel kills it when we die, even by kill -9, so nothing is
 * left behind. The tie is to the thread that started it, which is what we want of a test's thread too.
 */
export function bindToParent(command: Command, runAs?: RunAs): Command {
  const setpriv = runAs ? findProgram('setpriv') : findGuard()
  if (!setpriv) return command
  const args = [
    '--pdeathsig',
    'KILL',
    ...(runAs ? asUser(runAs) : []),
    '--',
    command.program,
    ...command.args,
  ]
  return { program: setpriv, args }
}

function asUser({ uid, gid, reach }: RunAs): string[] {
  const user = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  if (!reach) return user
  // The one capability that passes folders of mode 700. Without no_setuid_fixup the kernel takes it away for
  // the length of an access(2) call, and that is how PostgreSQL checks that its own binaries are there.
  const passFolders = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override']
  return [...user, '--securebits', '+no_setuid_fixup', ...passFolders]
}

let guard: string | null | undefined

/**
 * Asked once: some setpriv programs do not know this option, and other systems than Linux have none at all.
 */
function findGuard(): string | null {
  if (guard !== undefined) return guard
  const setpriv = lookFor('setpriv')
  const works = setpriv && spawnSync(setpriv, ['--pdeathsig', 'KILL', '--', 'true']).status === 0
  guard = works ? setpriv : null
  return guard
}
