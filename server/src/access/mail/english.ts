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
}
