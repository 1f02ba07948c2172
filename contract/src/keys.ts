import { z } from 'zod'
import { idSchema } from './ids.ts'
import { NAME_CHARACTERS, PASSWORD_CHARACTERS, PASSWORD_CHARACTERS_MIN } from './limits.ts'
import { TestMix } from './test-mix.ts'
import { message, text, time } from './text.ts'

export const scopes = ['read', 'generate', 'cep', 'knowledge'] as const
export type Scope = (typeof scopes)[number]

const credits = z.int().min(0).max(1_000_000_000_000)

export const Key = z
  .object({
    id: idSchema('key').describe('The id of the key; never the secret'),
    name: z.string().describe('The name that the owner gave it'),
    prefix: z.string().meta({ description: 'How its secrets begin', example: 'hsk_4cVbN0aR' }),
    scopes: z.array(z.enum(scopes)).describe('What it may do'),
    mode: z.enum(['live', 'test']).describe('`test`: on the simulator, with its own credits'),
    dailyCreditLimit: credits.nullable().describe('Credits that it may spend in a UTC day; null: no limit'),
    perJobCreditLimit: credits.nullable().describe('Credits that one job may cost; null: no limit'),
    expiresAt: time().nullable().describe('When it ends by itself; null: never'),
    lastUsedAt: time().nullable().meta({ description: 'Accurate to the minute' }),
    revokedAt: time().nullable().describe('When it was revoked; null: it was not'),
    createdAt: time().describe('When it was made'),
    testMix: TestMix.nullable().meta({ description: 'null for a live key, and for a test key without one' }),
    client: z
      .object({
        id: z
          .string()
          .meta({ description: 'The address of its document, or the id that it registered under' }),
        host: z.string().meta({ description: 'Where it receives its codes', example: 'claude.ai' }),
      })
      .nullable()
      .meta({ description: 'The OAuth client whose tokens these are; null for a key' }),
  })
  .meta({ id: 'Key' })

export type Key = z.infer<typeof Key>

export const ListedKey = Key.extend({
  spentToday: z.int().meta({
    description: 'Credits of the jobs that this key submitted in this UTC day, less refunds',
  }),
}).meta({ id: 'ListedKey' })

export const KeyList = z.object({
  keys: z.array(ListedKey).describe('Newest first, ended ones too; 200 at most'),
})

/** What is left out stays as it is. */
export const KeyChange = z
  .object({
    name: text(1, NAME_CHARACTERS).describe('A new name'),
    dailyCreditLimit: credits.nullable().describe('Credits that it may spend in a UTC day; null: no limit'),
    perJobCreditLimit: credits.nullable().describe('Credits that one job may cost; null: no limit'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().describe('When it ends by itself; null: never'),
  })
  .partial()
  .meta({ id: 'KeyChangeBody' })

export type KeyChange = z.infer<typeof KeyChange>

export const KeyAnswer = z.object({ key: Key.describe('The key after the change'), message })

export const KeyBody = z
  .object({
    name: text(1, NAME_CHARACTERS)
      .meta({ example: 'night agent' })
      .describe('A name that tells you who uses it'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((list) => scopes.filter((scope) => list.includes(scope)))
      .default([...scopes])
      .describe('What it may do'),
    mode: z.enum(['live', 'test']).default('live').describe('`test`: on the simulator, with its own credits'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullable()
      .default(null)
      .describe('When it ends by itself; null: never'),
    dailyCreditLimit: credits
      .nullable()
      .default(null)
      .describe('Credits that it may spend in a UTC day; null: no limit'),
    perJobCreditLimit: credits
      .nullable()
      .default(null)
      .describe('Credits that one job may cost; null: no limit'),
    testMix: TestMix.nullable().default(null).meta({ description: 'For a test key alone' }),
  })
  .meta({ id: 'KeyBody' })

export type KeyBody = z.infer<typeof KeyBody>

export const KeySecret = z.object({
  key: Key.describe('The key'),
  secret: z.string().meta({ description: 'Shown only once' }),
  message,
})

export const RotateBody = z
  .object({
    graceHours: z.literal([0, 1, 24, 168]).default(24).describe('How many hours the old secret stays valid'),
  })
  .meta({ id: 'RotateBody', description: 'The old secret stays valid for `graceHours`' })

export const RevokedKey = z.object({ key: Key.describe('The revoked key'), message })

export const SessionBody = z
  .object({
    email: z
      .string()
      .trim()
      .min(3)
      .max(254)
      .meta({ example: 'owner@example.com' })
      .describe('The address of the user'),
    password: z
      .string()
      .min(1)
      .max(PASSWORD_CHARACTERS)
      .meta({ format: 'password' })
      .describe('The password of the user'),
  })
  .meta({ id: 'SessionBody' })

export const Session = z
  .object({
    user: z
      .object({
        id: idSchema('user').describe('The id of the user'),
        email: z.string().describe('The address of the user'),
        role: z.enum(['user', 'admin']).describe('Whether the user may administer the service'),
      })
      .describe('Who is logged in'),
    expiresAt: time().describe('When the session ends by itself'),
    needsFactor: z
      .boolean()
      .describe(
        'Whether the service demands a second factor of this user and none is on: nothing else works',
      ),
  })
  .meta({ id: 'Session' })

export type Session = z.infer<typeof Session>

export const SessionAnswer = z.object({ session: Session.describe('The session'), message })

export const OpenSession = z
  .object({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ example: '4f1c9a60b27d83e5' })
      .describe('Names the session; it cannot be used to log in'),
    createdAt: time().describe('When it began'),
    lastSeenAt: time().meta({ description: 'Accurate to the minute' }),
    current: z.boolean().meta({ description: 'The session of this request' }),
  })
  .meta({ id: 'OpenSession' })

export type OpenSession = z.infer<typeof OpenSession>

export const OpenSessions = z.object({
  sessions: z.array(OpenSession).describe('The open sessions of the user'),
})

export const PasswordBody = z
  .object({
    oldPassword: z
      .string()
      .min(1)
      .max(PASSWORD_CHARACTERS)
      .meta({ format: 'password' })
      .describe('The password until now'),
    newPassword: z
      .string()
      .min(PASSWORD_CHARACTERS_MIN)
      .max(PASSWORD_CHARACTERS)
      .meta({ format: 'password' })
      .describe('The password from now on'),
  })
  .meta({ id: 'PasswordBody' })

export type PasswordBody = z.infer<typeof PasswordBody>
