export { type Account, openAccounts } from './open-accounts.ts'
