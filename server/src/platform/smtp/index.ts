export { type Delivery, type Mailer, type Message, openMailer } from './open-mailer.ts'
