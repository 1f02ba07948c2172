export { type Account, type AccountName, openAccounts } from './open-accounts.ts'
