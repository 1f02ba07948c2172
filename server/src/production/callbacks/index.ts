export { callbackUrl } from './callback-url.ts'
export { dropHint, readHints, removeOldHints } from './hints.ts'
export { type Callback, receiveCallback } from './receive-callback.ts'
