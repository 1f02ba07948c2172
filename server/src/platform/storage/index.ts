export { StorageUnavailable } from './new-sender.ts'
export { openStorage, type Storage } from './open-storage.ts'
