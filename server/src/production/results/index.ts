export { UnusableFile } from './download-file.ts'
export { type KeptFile, keepFiles } from './keep-files.ts'
export { sweepTempFiles } from './sweep-temp-files.ts'
