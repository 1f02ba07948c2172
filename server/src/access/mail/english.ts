import type { TopUpStop } from '@atelier/contract'
import type { Texts } from './letter.ts'

const day = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`

const stops: Record<TopUpStop, string> = {
  declined:
    'The card could not be charged: it was declined, or the bank asked for you, or the card is not kept ' +
    'any more. To use another card, buy a pack with it and let the card be kept.',
  payment_returned: 'A payment was refunded or disputed, so that the card is not charged for it again.',
  pack_removed:
    'The pack that it bought is not sold any more, or not in the currency of your monthly limit. Choose ' +
    'another pack.',
}

const dayOf = (text: string): string => day(new Date(`${text}T00:00:00Z`))

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
  low_balance: ({ site, link, settings, balance, limit }) => ({
    subject: `Your balance is low: ${count(balance, 'credit', 'credits')}`,
    blocks: [
      'Hello,',
      `The balance of your account at ${site} is ${count(balance, 'credit', 'credits')}. You wanted to ` +
        `know when it falls below ${limit.toLocaleString('en-GB')}. A job that costs more than the balance ` +
        'is refused.',
      link ? { label: 'Buy credits', link } : `Ask the operator of ${site} for more credits.`,
      { label: 'Choose another limit, or switch these mails off', link: settings },
    ],
  }),
  weekly_summary: ({ site, link, settings, since, until, ...week }) => ({
    subject: `Your week: ${count(week.images, 'image', 'images')}, ${count(week.videos, 'video', 'videos')}`,
    blocks: [
      'Hello,',
      `This was your week at ${site}, from ${dayOf(since)} to ${dayOf(until)}.`,
      `Made: ${count(week.images, 'image', 'images')} and ${count(week.videos, 'video', 'videos')}.` +
        (week.failed > 0 ? ` ${count(week.failed, 'job', 'jobs')} failed and cost nothing.` : ''),
      `Spent: ${count(week.spent, 'credit', 'credits')}. ` +
        `Your balance is ${count(week.balance, 'credit', 'credits')}.`,
      week.winners + week.promising > 0
        ? `Won: ${count(week.winners, 'ad is a winner', 'ads are winners')} now, and ` +
          `${count(week.promising, 'is', 'are')} promising.`
        : 'Won: no ad is a winner yet. Results that your agent reports decide this.',
      { label: 'Open the dashboard', link },
      { label: 'Switch this weekly mail off', link: settings },
    ],
  }),
  top_up_stopped: ({ site, link, why, balance }) => ({
    subject: 'Automatic top-up is switched off',
    blocks: [
      'Hello,',
      `Automatic top-up of your account at ${site} switched itself off. ${stops[why]}`,
      `Your balance was ${count(balance, 'credit', 'credits')} then, and it is not filled up any more. ` +
        'Your agents go on as long as it lasts; a job that costs more than the balance is refused. Jobs ' +
        'that run are paid for.',
      { label: 'Switch it on again, or buy credits', link },
    ],
  }),
}
