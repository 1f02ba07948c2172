export { openPostOffice, type PostOffice, type ReceivedMail } from './open-post-office.ts'
