export type { Reply } from './inquiry.ts'
export { newInquiry } from './new-inquiry.ts'
export { newKit } from './new-kit.ts'
