export { changePassword } from './change-password.ts'
export { endSession } from './end-session.ts'
export { listSessions } from './list-sessions.ts'
