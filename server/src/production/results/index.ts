export { UnusableFile } from './download-file.ts'
export { type ResultFile, readStoring, storeFiles } from './store-files.ts'
export { sweepTempFiles } from './sweep-temp-files.ts'
