export { checkLedger, ledgerCounts } from './check-ledger.ts'
export {
  type DatabaseRows,
  type EntryRow,
  type MediaRow,
  type PhotoRow,
  readDatabaseRows,
  type SubmitRow,
} from './read-database-rows.ts'
