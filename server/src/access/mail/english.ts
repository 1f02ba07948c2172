import type { Texts } from './letter.ts'

const day = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const english: Texts = {
  invitation: ({ site, link, expiresAt }) => ({
    subject: 'You are invited to Atelier',
    blocks: [
      'Hello,',
      `You are invited to Atelier at ${site}. Choose a password, and your account is ready.`,
      { label: 'Accept the invitation', link },
      `The link works once, until ${day(expiresAt)}.`,
      'If you do not know why you got this mail, ignore it. Without the link, no account is made.',
    ],
  }),
  verification: ({ site, link }) => ({
    subject: 'Confirm your address for Atelier',
    blocks: [
      'Hello,',
      `An account at ${site} was requested with this address. If that was you, choose a password.`,
      { label: 'Choose a password', link },
      'The link works once, within a day.',
      'If it was not you, ignore this mail. Without the link, no account is made.',
    ],
  }),
  has_account: ({ site, link }) => ({
    subject: 'You already have an account at Atelier',
    blocks: [
      'Hello,',
      `A new account at ${site} was requested with this address, which has one already.`,
      { label: 'Log in, or replace a lost password', link },
      'If it was not you, ignore this mail. Nothing was changed.',
    ],
  }),
  password_reset: ({ site, link }) => ({
    subject: 'A new password for Atelier',
    blocks: [
      'Hello,',
      `A new password was requested for your account at ${site}.`,
      { label: 'Choose a new password', link },
      'The link works once, within an hour. When the password is changed, you are logged out everywhere.',
      'If it was not you, ignore this mail. Your password stays as it is.',
    ],
  }),
}
