export { type ChainedEntry, chainHash, GENESIS_HASH, type SealedEntry, sealHash } from './chain-hash.ts'
export { charge, explainUnaffordable, isAffordable, refuseIfUnaffordable } from './charge.ts'
export { type BudgetLimits, checkBudget } from './check-budget.ts'
export type { MediaBooks, PricedMedia } from './check-media.ts'
export { collectDebts, giveBack, listDebts, type Owed, takeBack } from './debts.ts'
export { ensureTestAccount } from './ensure-test-account.ts'
export { eraseGrantNotes } from './erase-grant-notes.ts'
export { type ChangedHead, type ChangedHeads, findChangedHeads } from './find-changed-heads.ts'
export { findUnreachedHead } from './find-unreached-head.ts'
export { type Grant, type Granted, grant, postGrant } from './grant.ts'
export { readPublicKey, signHead, writePublicKey } from './head-signature.ts'
export {
  type MediaEntry,
  readEntriesOfMedia,
  readMediaEntryPage,
} from './media-entries.ts'
export { newTestAccounts } from './new-test-accounts.ts'
export { type Budget, presentBudget } from './present-budget.ts'
export { balanceAfterCharge, readBalance, readBalances, readCredits, readSpendable } from './read-credits.ts'
export { readLedger, writeLedgerCsv } from './read-ledger.ts'
export { readSpendEntries, type SpendEntry } from './read-spend-entries.ts'
export { refund } from './refund.ts'
export {
  findNewestSignedHead,
  readSignedHeads,
  readSignedTotals,
  removeSignedHeads,
  type SignedTotals,
  saveSignedHeads,
  type UnsignedHead,
} from './signed-heads.ts'
export { verifyChain } from './verify-chain.ts'
export { accountKey, verifyLedger } from './verify-ledger.ts'
