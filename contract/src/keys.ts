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
    id: idSchema('key'),
    name: z.string(),
    prefix: z.string().meta({ description: 'How its secrets begin', example: 'hsk_4cVbN0aR' }),
    scopes: z.array(z.enum(scopes)),
    mode: z.enum(['live', 'test']),
    dailyCreditLimit: credits.nullable(),
    perJobCreditLimit: credits.nullable(),
    expiresAt: time().nullable(),
    lastUsedAt: time().nullable().meta({ description: 'Accurate to the minute' }),
    revokedAt: time().nullable(),
    createdAt: time(),
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

export const KeyList = z.object({ keys: z.array(ListedKey) })

/** What is left out stays as it is. */
export const KeyChange = z
  .object({
    name: text(1, NAME_CHARACTERS),
    dailyCreditLimit: credits.nullable(),
    perJobCreditLimit: credits.nullable(),
    expiresAt: z.iso.datetime({ offset: true }).nullable(),
  })
  .partial()
  .meta({ id: 'KeyChangeBody' })

export type KeyChange = z.infer<typeof KeyChange>

export const KeyAnswer = z.object({ key: Key, message })

export const KeyBody = z
  .object({
    name: text(1, NAME_CHARACTERS).meta({ example: 'night agent' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((list) => scopes.filter((scope) => list.includes(scope)))
      .default([...scopes]),
    mode: z.enum(['live', 'test']).default('live'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
    dailyCreditLimit: credits.nullable().default(null),
    perJobCreditLimit: credits.nullable().default(null),
    testMix: TestMix.nullable().default(null).meta({ description: 'For a test key alone' }),
  })
  .meta({ id: 'KeyBody' })

export type KeyBody = z.infer<typeof KeyBody>

export const KeySecret = z.object({
  key: Key,
  secret: z.string().meta({ description: 'Shown only once' }),
  message,
})

export const RotateBody = z
  .object({ graceHours: z.literal([0, 1, 24, 168]).default(24) })
  .meta({ id: 'RotateBody', description: 'The old secret stays valid for `graceHours`' })

export const RevokedKey = z.object({ key: Key, message })

export const SessionBody = z
  .object({
    email: z.string().trim().min(3).max(254).meta({ example: 'owner@example.com' }),
    password: z.string().min(1).max(PASSWORD_CHARACTERS).meta({ format: 'password' }),
  })
  .meta({ id: 'SessionBody' })

export const Session = z
  .object({
    user: z.object({ id: idSchema('user'), email: z.string(), role: z.enum(['user', 'admin']) }),
    expiresAt: time(),
  })
  .meta({ id: 'Session' })

export type Session = z.infer<typeof Session>

export const SessionAnswer = z.object({ session: Session, message })

export const OpenSession = z
  .object({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ example: '4f1c9a60b27d83e5' }),
    createdAt: time(),
    lastSeenAt: time().meta({ description: 'Accurate to the minute' }),
    current: z.boolean().meta({ description: 'The session of this request' }),
  })
  .meta({ id: 'OpenSession' })

export type OpenSession = z.infer<typeof OpenSession>

export const OpenSessions = z.object({ sessions: z.array(OpenSession) })

export const PasswordBody = z
  .object({
    oldPassword: z.string().min(1).max(PASSWORD_CHARACTERS).meta({ format: 'password' }),
    newPassword: z
      .string()
      .min(PASSWORD_CHARACTERS_MIN)
      .max(PASSWORD_CHARACTERS)
      .meta({ format: 'password' }),
  })
  .meta({ id: 'PasswordBody' })

export type PasswordBody = z.infer<typeof PasswordBody>
