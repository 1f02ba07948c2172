export { exportUser } from './export-user.ts'
export { listOwnedTables } from './owned-tables.ts'
