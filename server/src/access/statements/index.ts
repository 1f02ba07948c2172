export { type Replay, replayStatements } from './replay-statements.ts'
export { NothingSigned, type SignedRound, type Signer, signHeads } from './sign-heads.ts'
export { findWitness, saveWitness, type Witness } from './witness.ts'
