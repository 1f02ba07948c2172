import type { Command } from '#edge/command-line'
import { backup } from './backup.ts'
import { checkFiles } from './check-files.ts'
import { finishRestore } from './finish-restore.ts'
import { newBackupConfig } from './new-backup-config.ts'
import { restore } from './restore.ts'

export { verifyLedger } from './verify-ledger.ts'

export const backupCommands: Command[] = [newBackupConfig, backup, restore, finishRestore, checkFiles]
