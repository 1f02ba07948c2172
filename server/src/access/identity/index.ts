export { changeKey } from './change-key.ts'
export { createKey, type KeyRequest } from './create-key.ts'
export { createUser, FIRST_PASSWORD_HOURS, hashPassword } from './create-user.ts'
export { eraseUser, findAnyUser, isErased } from './erase-user.ts'
export { findKeyCaller, findKeyOwner } from './find-key-owner.ts'
export { findRevokedKeys } from './find-revoked-keys.ts'
export { findUser, readActiveUsers, type User } from './find-user.ts'
export { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'
export { digestOf, newKeyText, withChecksum } from './key-text.ts'
export { listKeyDigests, listKeys, listNewKeyDigests } from './list-keys.ts'
export { type ListedUser, listEmailDigests, listNewEmailDigests, listUsers } from './list-users.ts'
export { endFormerSession, insertSession, isPasswordCurrent, logIn, SecondStepNeeded } from './log-in.ts'
export { logOut } from './log-out.ts'
export {
  type CallerResolver,
  KEY_CALLER_COLUMNS,
  type KeyCallerRow,
  type LookUpGuard,
  newCallerResolver,
  toKeyCaller,
} from './new-caller-resolver.ts'
export { newUseRecorder } from './new-use-recorder.ts'
export { type Caller, type Owner, ownerOf } from './owner.ts'
export { requireFreshPassword } from './require-fresh-password.ts'
export { resetPassword } from './reset-password.ts'
export { resolveSession } from './resolve-session.ts'
export { revokeKey } from './revoke-key.ts'
export { rotateKey } from './rotate-key.ts'
export {
  callerOfSession,
  IS_ALIVE,
  type LiveSession,
  SESSION_SECONDS,
  sessionInMode,
} from './session-row.ts'
export { setSuspended } from './set-suspended.ts'
export { verifyPassword } from './verify-password.ts'
