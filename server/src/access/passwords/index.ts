export { refuseKnownPassword } from './refuse-known-password.ts'
