export {
  type BackupPlan,
  type Backups,
  planBackups,
  startBackups,
  waitUntilArchived,
} from './open-backups.ts'
