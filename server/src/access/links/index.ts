export { linkInvitation } from './link-invitation.ts'
export { linkReset } from './link-reset.ts'
export { linkSignUp } from './link-sign-up.ts'
export { digestOfToken, linkTo, newToken } from './one-time-link.ts'
