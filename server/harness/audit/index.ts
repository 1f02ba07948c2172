export { checkLedger, ledgerCounts } from './check-ledger.ts'
export * from './read-database-rows.ts'
