// Proves that the dashboard withstands the usual attacks on pages with a session, in a real browser and over
// HTTP: one line of a table for each. With --bugs each defence is taken out of a copy of the sources, of the
// service or of the pages, and the same attack must notice it.
// Run: pnpm probe:dashboard-security [--bugs] [--small] [ATTACK ...]. Takes about 4 minutes; with --bugs 8.
import { flag, number } from '../../harness/arguments/index.ts'
import { runAttacks } from '../../harness/attacks/index.ts'
import { runCheck } from '../../harness/report/index.ts'
import { openWorld } from './open-world.ts'
import { rows } from './rows.ts'

/** No attack takes more. */
const USERS_PER_ATTACK = 8
/** Enough to pass each limit, and few enough to do it often. */
const FEW = { attempts: 240, networks: 3 }

const command = {
  name: 'pnpm probe:dashboard-security',
  options: {
    attempts: number(10_000, 'wrong sign-ins of each kind', { least: FEW.attempts, small: FEW.attempts }),
    networks: number(250, 'networks that they come from', { least: 2, small: FEW.networks }),
    bugs: flag('takes out one defence after another, and expects each to be noticed'),
    small: flag('fewer sign-ins, for CI'),
  },
  positionals: 'ATTACK ..., all by default',
}

await runCheck(command, ({ attempts, networks, bugs }, names) => {
  const sizes = bugs ? FEW : { attempts, networks }
  const open = (attacks: number) => openWorld(attacks * USERS_PER_ATTACK, sizes)
  return runAttacks({ table: rows, names, bugs, open })
})
