export { type MadeFile, type ResultFile, readStoring, type Stored, storeFiles } from './store-files.ts'
export { sweepTempFiles } from './sweep-temp-files.ts'
