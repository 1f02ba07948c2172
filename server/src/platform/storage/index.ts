export { openStorage, type Storage, StorageUnavailable } from './open-storage.ts'
