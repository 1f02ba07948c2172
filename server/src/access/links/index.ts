export { linkInvitation } from './link-invitation.ts'
export { digestOfToken, linkTo, newToken } from './one-time-link.ts'
