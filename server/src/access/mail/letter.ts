import type { Language, TopUpStop } from '@atelier/contract'

/** What a mail is about. The facts hold no secret: a link is made when the mail is sent. */
export type Letter =
  | { kind: 'invitation'; facts: { invitation: string } }
  // Whether there is an account is looked at when the mail is sent, and told to nobody else.
  | { kind: 'verification' | 'password_reset'; facts: Record<string, never> }
  | { kind: 'low_balance'; facts: { balance: number; limit: number } }
  | { kind: 'weekly_summary'; facts: Week }
  | { kind: 'top_up_stopped'; facts: { why: TopUpStop; balance: number } }

/** What happened in a week, by UTC days. */
export type Week = {
  since: string
  until: string
  images: number
  videos: number
  /** Jobs that failed or stalled, and were refunded. */
  failed: number
  spent: number
  balance: number
  /** Ads, as they stand now. */
  winners: number
  promising: number
}

export type MailKind = Letter['kind']

/** To whom. `userId`: only for mails about an account, to its own address. */
export type Recipient = { address: string; language: Language; userId?: string }

/** A part of a text: a paragraph, or a link with what it does. */
export type Block = string | { label: string; link: string }

/** `language`: where it is another one than that of the mail. */
export type Text = { subject: string; blocks: Block[]; language?: Language }

/** What a text needs to know besides its language. */
type Facts = {
  invitation: { site: string; link: string; expiresAt: Date }
  verification: { site: string; link: string }
  /** Instead of a verification, to who signs up with the address of an account. */
  has_account: { site: string; link: string }
  password_reset: { site: string; link: string }
  /** Without a link nothing is sold here. */
  low_balance: { site: string; link?: string; settings: string; balance: number; limit: number }
  weekly_summary: { site: string; link: string; settings: string } & Week
  top_up_stopped: { site: string; link: string; why: TopUpStop; balance: number }
}

export type Texts = { [Kind in keyof Facts]: (facts: Facts[Kind]) => Text }
