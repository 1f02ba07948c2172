export { type Download, writeDownload } from './write-download.ts'
