// Proves that OAuth withstands the attacks of its security best practice, over HTTP on a running system: one
// line of a table for each. With --bugs each defence is taken out of a copy of the sources, and the same
// attack must notice it.
// Run: pnpm probe:oauth [--bugs] [ATTACK ...]. Takes half a minute; with --bugs 4 minutes.
import { flag } from '../../harness/arguments/index.ts'
import { runAttacks } from '../../harness/attacks/index.ts'
import { runCheck } from '../../harness/report/index.ts'
import { openWorld } from './open-world.ts'
import { rows } from './rows.ts'

const USERS_PER_ATTACK = 3

const command = {
  name: 'pnpm probe:oauth',
  options: { bugs: flag('takes out one defence after another, and expects each to be noticed') },
  positionals: 'ATTACK ..., all by default',
}

await runCheck(command, ({ bugs }, names) =>
  runAttacks({ table: rows, names, bugs, open: (attacks) => openWorld(attacks * USERS_PER_ATTACK) }),
)
