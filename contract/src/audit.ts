import { z } from 'zod'
import { idSchema } from './ids.ts'
import { nextCursor } from './paging.ts'
import { time } from './text.ts'

export const AuditEvent = z
  .object({
    id: idSchema('event').describe('The id of the event'),
    action: z.string().meta({ description: 'What was changed', example: 'key.revoked' }),
    actor: z
      .object({
        kind: z
          .enum(['session', 'operator', 'database', 'client'])
          .describe(
            '`session`: in the dashboard; `operator`: a command; `client`: by OAuth; `database`: by itself',
          ),
        id: z
          .string()
          .nullable()
          .meta({ description: 'The user of the session, or the OAuth client; null for an operator' }),
      })
      .describe('Who did it'),
    subjectId: z.string().meta({ description: 'The id of the user, key or grant that was changed' }),
    changes: z.record(z.string(), z.unknown()).meta({ description: 'The new values; never a secret' }),
    createdAt: time().describe('When it happened'),
  })
  .meta({ id: 'AuditEvent', description: 'One change of an account. Events are never changed or removed.' })

export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditPage = z.object({
  events: z.array(AuditEvent).describe('One page, newest first'),
  nextCursor,
})
