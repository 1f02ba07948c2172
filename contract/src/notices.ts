import { z } from 'zod'
import { lowBalanceCredits } from './billing.ts'
import { message } from './text.ts'
import { languages } from './way-in.ts'

/** What an owner is told by mail. */
export const Notices = z
  .object({
    language: z.enum(languages).meta({ description: 'Of all mails to you' }),
    lowBalance: z
      .boolean()
      .meta({ description: 'A mail each time that the balance falls below `lowBalanceCredits`' }),
    lowBalanceCredits: lowBalanceCredits().meta({
      description: 'Below this the balance is low, as in the billing; null: not watched',
    }),
    weeklySummary: z
      .boolean()
      .meta({ description: 'One mail on Mondays: what was made, spent and won in the week before' }),
    mail: z.boolean().meta({ description: 'false: this service sends no mail' }),
  })
  .meta({ id: 'Notices' })

export type Notices = z.infer<typeof Notices>

export const NoticesBody = Notices.omit({ mail: true })
  .partial()
  .meta({ id: 'NoticesBody', description: 'What is left out stays.' })

export type NoticesBody = z.infer<typeof NoticesBody>

export const NoticesAnswer = z.object({ notices: Notices.describe('The choices after the change'), message })

/** From the `List-Unsubscribe` header of a notice. */
export const NoticeToken = z
  .string()
  .max(120)
  .describe('From the address in the header of the mail')
  .meta({ example: `low_balance.usr_${'0'.repeat(22)}.${'x'.repeat(43)}` })

/** What mail programs send (RFC 8058). */
export const UnsubscribeForm = z.object({
  'List-Unsubscribe': z
    .string()
    .max(20)
    .optional()
    .meta({ description: 'Always `One-Click`', example: 'One-Click' }),
})
