import { z } from 'zod'
import { AuditEvent } from './audit.ts'
import { idSchema } from './ids.ts'
import { nextCursor, PageQuery } from './paging.ts'
import { time } from './text.ts'

const count = z.int().min(0)

/** Nothing that a user wrote or made. */
export const ListedUser = z
  .object({
    id: idSchema('user').describe('The id of the user'),
    email: z.string().describe('The address of the user'),
    role: z.enum(['user', 'admin']).describe('Whether the user may administer the service'),
    createdAt: time().describe('When the user was made'),
    suspendedAt: time().nullable().describe('When the user was suspended; null: not'),
    erasedAt: time().nullable().describe('When the account was erased; null: not'),
    activeKeys: count.describe('How many active keys the user has'),
    lastSeenAt: time().nullable().meta({ description: 'By session or key, accurate to the minute' }),
    secondFactor: z.boolean().describe('Whether a second factor is on'),
  })
  .meta({ id: 'ListedUser' })

export type ListedUser = z.infer<typeof ListedUser>

export const UserPage = z.object({
  users: z.array(ListedUser).describe('One page, newest first'),
  nextCursor,
})

export const GrantRow = z
  .object({
    id: idSchema('grant').describe('The id of the grant'),
    userId: idSchema('user').describe('Who received it'),
    amount: z.int().describe('Credits; negative when they were taken'),
    mode: z.enum(['live', 'test']).describe('Live or test credits'),
    grantedBy: z
      .object({
        kind: AuditEvent.shape.actor.shape.kind.describe('A session or an operator'),
        id: z.string().describe('The id of the user, or the name of the operator'),
      })
      .describe('Who granted it'),
    createdAt: time().describe('When it was granted'),
  })
  .meta({ id: 'GrantRow' })

export type GrantRow = z.infer<typeof GrantRow>

export const GrantPage = z.object({
  grants: z.array(GrantRow).describe('One page, newest first'),
  nextCursor,
})

export const AllEventsQuery = PageQuery.extend({
  action: z.string().max(100).optional().meta({ description: 'Only this action', example: 'key.revoked' }),
})

export type AllEventsQuery = z.infer<typeof AllEventsQuery>

export const AccountEvent = AuditEvent.extend({
  userId: idSchema('user').meta({ description: 'Whose account was changed' }),
}).meta({ id: 'AccountEvent', description: 'As in the audit of a user; the names of operators are shown.' })

export type AccountEvent = z.infer<typeof AccountEvent>

export const AccountEventPage = z.object({
  events: z.array(AccountEvent).describe('One page, newest first'),
  nextCursor,
})

export const ProviderState = z
  .object({
    name: z.string().describe('The name of the provider'),
    simulated: z.boolean().describe('Whether it is the simulator'),
    queued: count.meta({ description: 'Open jobs that are not sent, or not answered yet' }),
    processing: count.describe('Open jobs that it works on'),
    runningMax: count.nullable().meta({ description: 'null: no limit' }),
    oldestOpenAt: time().nullable().describe('When its oldest open job was submitted; null: none is open'),
    pausedUntil: time().nullable().meta({ description: 'The provider asked to be sent nothing until then' }),
    breakers: z
      .array(
        z.object({
          worker: z.string().describe('The name of the worker'),
          since: time().describe('When it stopped sending'),
          retryAt: time().describe('When it tries again'),
        }),
      )
      .meta({ description: 'The workers that send it nothing now, because it failed' }),
  })
  .meta({ id: 'ProviderState' })

export type ProviderState = z.infer<typeof ProviderState>

export const ProviderStates = z.object({
  providers: z.array(ProviderState).describe('All providers, by name'),
})

export const StuckTry = z
  .object({
    mediaId: idSchema('media').describe('The job'),
    userId: idSchema('user').describe('Whose job it is'),
    mode: z.enum(['live', 'test']).describe('Live or test'),
    kind: z.enum(['image', 'video']).describe('Image or video'),
    model: z.string().describe('The model that was ordered'),
    provider: z.string().describe('The provider that it was sent to'),
    try: count.describe('The number of the try, from 1'),
    part: count.describe('The part of the order, from 0'),
    state: z.enum(['intent', 'unknown', 'accepted']).describe('What is known about it'),
    why: z.enum(['unknown', 'unanswered', 'late', 'closing']).meta({
      description:
        '`unknown`: the answer was lost; `unanswered`: sent a minute ago; `late`: its run does not move; ' +
        '`closing`: less than 2 minutes are left',
    }),
    startedAt: time().describe('When it was sent'),
    deadlineAt: time().describe('When the job stalls'),
    expectedCostMicros: count.nullable().meta({ description: 'In millionths of a US dollar' }),
  })
  .meta({ id: 'StuckTry' })

export type StuckTry = z.infer<typeof StuckTry>

export const StuckTries = z.object({
  tries: z.array(StuckTry).meta({ description: 'Oldest first, 200 at most' }),
})

/** What is mailed, by why it is. */
export const mailKinds = [
  'invitation',
  'verification',
  'password_reset',
  'low_balance',
  'weekly_summary',
  'top_up_stopped',
] as const

export const UnsentMail = z
  .object({
    id: count.describe('The number of the mail'),
    kind: z.enum(mailKinds).describe('What it is about'),
    userId: idSchema('user').nullable().meta({ description: 'null: not about an account' }),
    address: z.string().describe('To whom'),
    state: z.enum(['waiting', 'refused', 'late']).meta({
      description:
        '`waiting`: to be sent, or sent again; `refused`: the mail server refused it for good; ' +
        '`late`: given up after a day',
    }),
    attempts: count.describe('How often it was tried'),
    trouble: z.string().nullable().meta({ description: 'What the mail server said last' }),
    createdAt: time().describe('When it was queued'),
    nextAt: time().nullable().meta({ description: 'When it is tried next; null: not any more' }),
  })
  .meta({ id: 'UnsentMail' })

export type UnsentMail = z.infer<typeof UnsentMail>

export const UNSENT_MAILS_SHOWN = 200

export const UnsentMails = z.object({
  mails: z.array(UnsentMail).meta({ description: `Newest first, ${UNSENT_MAILS_SHOWN} at most` }),
})

export const ServiceState = z.object({
  failing: z.array(z.string()).meta({ description: 'What does not work now' }),
  accepts: z.boolean().meta({ description: 'false: new jobs are refused because of overload' }),
  workers: z
    .array(
      z.object({
        name: z.string().describe('The name of the worker'),
        lastSeenSeconds: z.number().min(0).describe('How long ago it wrote this'),
        engineDownSeconds: z.number().min(0).describe('How long it has not reached the engine; 0: it does'),
        freeBytes: count.describe('Free space for files in work'),
        notBegun: count.meta({ description: 'Jobs of the whole service that no run has begun' }),
        late: count.meta({ description: 'Jobs of the whole service whose run does not move' }),
        stepsPerSecond: z.number().min(0).describe('Steps of runs that it does'),
        finishedPerSecond: z.number().min(0).describe('Jobs that it can finish a second; 0: not known'),
      }),
    )
    .describe('The workers that were seen in the last hour'),
  deployments: z
    .array(
      z.object({
        url: z.string().describe('The address of the deployment'),
        current: z.boolean().describe('Whether new runs go there'),
      }),
    )
    .nullable()
    .meta({ description: 'Where the engine sends runs; null: it does not answer' }),
})

export type ServiceState = z.infer<typeof ServiceState>
