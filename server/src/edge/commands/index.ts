import { backupCommands, verifyLedger } from '#edge/backups'
import type { Command } from '#edge/command-line'
import { installationCommands } from '#edge/installation'
import { applyErasures } from './apply-erasures.ts'
import { archivePartitions } from './archive-partitions.ts'
import { audit } from './audit.ts'
import { createUser } from './create-user.ts'
import { erase } from './erase.ts'
import { exportUser } from './export-user.ts'
import { grant } from './grant.ts'
import { invitations, invite, revokeInvite, setupLink } from './invite.ts'
import { keys } from './keys.ts'
import { limitKey } from './limit-key.ts'
import { mails } from './mails.ts'
import { migrate } from './migrate.ts'
import { newSigningKey } from './new-signing-key.ts'
import { providerCheck } from './provider-check.ts'
import { publishCell } from './publish-cell.ts'
import { reconcile } from './reconcile.ts'
import { reindex } from './reindex.ts'
import { resetFactor, resetLink, resetPassword } from './reset-password.ts'
import { revokeKey } from './revoke-key.ts'
import { seed } from './seed.ts'
import { signHeads } from './sign-heads.ts'
import { resumeUser, suspendUser } from './suspend-user.ts'
import { users } from './users.ts'

export const commands: Command[] = [
  migrate,
  setupLink,
  createUser,
  invite,
  invitations,
  revokeInvite,
  mails,
  users,
  suspendUser,
  resumeUser,
  resetPassword,
  resetLink,
  resetFactor,
  keys,
  revokeKey,
  limitKey,
  audit,
  grant,
  verifyLedger,
  reconcile,
  providerCheck,
  ...installationCommands,
  newSigningKey,
  signHeads,
  publishCell,
  reindex,
  seed,
  erase,
  exportUser,
  applyErasures,
  ...backupCommands,
  archivePartitions,
]
