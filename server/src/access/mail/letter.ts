import type { Language } from '@atelier/contract'

/** What a mail is about. The facts hold no secret: a link is made when the mail is sent. */
export type Letter = { kind: 'invitation'; facts: { invitation: string } }

export type MailKind = Letter['kind']

/** To whom. `userId`: only for mails about an account, to its own address. */
export type Recipient = { address: string; language: Language; userId?: string }

/** A part of a text: a paragraph, or a link with what it does. */
export type Block = string | { label: string; link: string }

export type Text = { subject: string; blocks: Block[] }

/** What a text needs to know besides its language. */
type Facts = {
  invitation: { site: string; link: string; expiresAt: Date }
}

export type Texts = { [Kind in keyof Facts]: (facts: Facts[Kind]) => Text }
