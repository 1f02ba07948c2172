export { eraseMails } from './erase-mails.ts'
export { listUnsentMails } from './list-unsent-mails.ts'
export {
  changeNotices,
  endNotices,
  queueNotice,
  readNotices,
  takeDueSummary,
} from './notices.ts'
export { queueMail } from './queue-mail.ts'
export { removeOldMails } from './remove-old-mails.ts'
export { type Sender, sendMails } from './send-mails.ts'
