export { UnusableFile } from './download-file.ts'
export { countWaitingFiles, type ResultFile, storeFiles } from './store-files.ts'
export { sweepTempFiles } from './sweep-temp-files.ts'
