export { loadKitFile } from './load-kit-file.ts'
export { type Kit, readKit } from './read-kit.ts'
