export { commitOnce } from './commit-once.ts'
export { CommitUnknown, DatabaseBusy, DatabaseUnavailable, isDatabaseFailure } from './failures.ts'
export { migrate } from './migrate.ts'
export { type Db, openDb, type Rows, type Tx } from './open-db.ts'
