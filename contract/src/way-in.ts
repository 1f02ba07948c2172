import { z } from 'zod'
import { idSchema } from './ids.ts'
import { Session } from './keys.ts'
import { PASSWORD_CHARACTERS, PASSWORD_CHARACTERS_MIN } from './limits.ts'
import { message, time } from './text.ts'

export const signUps = ['closed', 'invitation', 'open'] as const
export type SignUp = (typeof signUps)[number]

export const WayIn = z.object({
  signUp: z.enum(signUps).meta({ description: 'Who may come in: nobody, who is invited, or everybody' }),
  needsSetup: z
    .boolean()
    .meta({ description: 'true: there is no user yet; the log has the link of the first' }),
  secondFactor: z.boolean().meta({ description: 'Whether a second factor can be switched on here' }),
  mail: z.boolean().meta({
    description: 'true: a lost password is replaced by mail, and a sign-up is finished by mail',
  }),
})

export type WayIn = z.infer<typeof WayIn>

/** Without letters beyond ASCII, which databases and browsers write in lower case differently. */
const email = () =>
  z
    .string()
    .trim()
    .max(254)
    .regex(/^[!-?A-~]+@[!-?A-~]+$/, { error: 'must be an e-mail address' })
    .meta({ example: 'owner@example.com' })

const newPassword = () =>
  z.string().min(PASSWORD_CHARACTERS_MIN).max(PASSWORD_CHARACTERS).meta({ format: 'password' })

/** In which mails are written, and the pages of the dashboard. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

const language = () => z.enum(languages).optional().meta({ description: 'Of the mail; English by default' })

/** The part of a one-time link behind the `#`. */
const token = () =>
  z
    .string()
    .max(100)
    .meta({ example: `00${'x'.repeat(43)}` })

export const SetupBody = z
  .object({
    token: token().describe('From the one-time link in the log'),
    email: email().describe('The address of the first admin'),
    password: newPassword().describe('The password to log in with'),
  })
  .meta({ id: 'SetupBody' })

export type SetupBody = z.infer<typeof SetupBody>

export const SignUpBody = z
  .object({
    email: email().describe('The address of the new user'),
    password: newPassword()
      .optional()
      .describe('Needed where no mail is sent. Where it is, the password is chosen with the link'),
    language: language(),
  })
  .meta({ id: 'SignUpBody' })

export type SignUpBody = z.infer<typeof SignUpBody>

/** What a link that was mailed takes. */
export const VerificationBody = z
  .object({
    token: token().describe('From the link in the mail'),
    password: newPassword().describe('The password to log in with'),
  })
  .meta({ id: 'VerificationBody' })

export type VerificationBody = z.infer<typeof VerificationBody>

export const ResetBody = z
  .object({ email: email().describe('The address whose password is lost'), language: language() })
  .meta({ id: 'ResetBody' })

export type ResetBody = z.infer<typeof ResetBody>

export const NewPasswordBody = z
  .object({
    token: token().describe('From the link in the mail'),
    password: newPassword().describe('The new password'),
  })
  .meta({ id: 'NewPasswordBody' })

export type NewPasswordBody = z.infer<typeof NewPasswordBody>

export const AcceptBody = z
  .object({
    token: token().describe('From the link of the invitation'),
    password: newPassword().describe('The password to log in with'),
  })
  .meta({ id: 'AcceptBody' })

export type AcceptBody = z.infer<typeof AcceptBody>

export const InvitationBody = z
  .object({
    email: email().describe('Who is invited'),
    language: language(),
  })
  .meta({ id: 'InvitationBody' })

export const Invitation = z
  .object({
    id: idSchema('invitation').describe('The id of the invitation'),
    email: z.string().nullable().meta({ description: 'null once it was accepted: see the user' }),
    state: z.enum(['open', 'accepted', 'revoked', 'expired']).describe('Whether it can still be accepted'),
    invitedBy: idSchema('user').nullable().meta({ description: 'null: an operator' }),
    createdAt: time().describe('When it was made'),
    expiresAt: time().describe('When it ends by itself'),
    acceptedBy: idSchema('user').nullable().describe('The user that it became; null: not accepted'),
  })
  .meta({ id: 'Invitation' })

export type Invitation = z.infer<typeof Invitation>

export const InvitationLink = z.object({
  id: idSchema('invitation').describe('The id of the invitation'),
  link: z.string().meta({ description: 'Shown only once; it works once, for 7 days' }),
  mailed: z.boolean().meta({ description: 'Whether a link is also mailed; false: hand this one over' }),
  message,
})

export const InvitationList = z.object({
  invitations: z.array(Invitation).meta({ description: 'The newest 200' }),
})

/** The answer to a right password. */
export const LogInAnswer = z.object({
  session: Session.nullable().meta({
    description: 'null: a second factor is on; send `challenge` and a code',
  }),
  challenge: z.string().nullable().meta({ description: 'For the second step, within 5 minutes' }),
  message,
})

export const CodeBody = z
  .object({
    challenge: z.string().max(300).meta({ description: 'From the first step' }),
    code: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .meta({ description: 'Six digits of the authenticator, or a recovery code', example: '492039' }),
  })
  .meta({ id: 'CodeBody' })

export type CodeBody = z.infer<typeof CodeBody>

export const FactorState = z
  .object({
    on: z.boolean().describe('Whether a second factor is asked for'),
    since: time().nullable().describe('Since when; null: it is off'),
    recoveryCodesLeft: z.int().min(0).describe('How many recovery codes are unused'),
  })
  .meta({ id: 'FactorState' })

export type FactorState = z.infer<typeof FactorState>

export const FactorAnswer = z.object({
  factor: FactorState.describe('The second factor after the change'),
  message,
})

export const FactorSecret = z.object({
  secret: z.string().meta({ description: 'For typing into an authenticator; shown only once' }),
  uri: z.string().meta({ description: 'The same as otpauth URI, for a QR code' }),
  message,
})

export const ConfirmBody = z
  .object({ code: CodeBody.shape.code })
  .meta({ id: 'ConfirmBody', description: 'A code of the new authenticator' })

export const RecoveryCodes = z.object({
  factor: FactorState.describe('The second factor after the change'),
  recoveryCodes: z.array(z.string()).meta({ description: 'Each works once; shown only once' }),
  message,
})
