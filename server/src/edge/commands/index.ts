import type { Command } from './command.ts'
import { createUser } from './create-user.ts'
import { grant } from './grant.ts'
import { migrate } from './migrate.ts'
import { reindex } from './reindex.ts'
import { seed } from './seed.ts'
import { verifyLedger } from './verify-ledger.ts'

export const commands: Command[] = [migrate, createUser, grant, verifyLedger, reindex, seed]
