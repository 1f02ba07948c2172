import { z } from 'zod'
import { AuditEvent } from './audit.ts'
import { idSchema } from './ids.ts'
import { nextCursor, PageQuery } from './paging.ts'
import { time } from './text.ts'

const count = z.int().min(0)

/** Nothing that a user wrote or made. */
export const ListedUser = z
  .object({
    id: idSchema('user'),
    email: z.string(),
    role: z.enum(['user', 'admin']),
    createdAt: time(),
    suspendedAt: time().nullable(),
    erasedAt: time().nullable(),
    activeKeys: count,
    lastSeenAt: time().nullable().meta({ description: 'By session or key, accurate to the minute' }),
    secondFactor: z.boolean(),
  })
  .meta({ id: 'ListedUser' })

export type ListedUser = z.infer<typeof ListedUser>

export const UserPage = z.object({ users: z.array(ListedUser), nextCursor })

export const GrantRow = z
  .object({
    id: idSchema('grant'),
    userId: idSchema('user'),
    amount: z.int(),
    mode: z.enum(['live', 'test']),
    grantedBy: z.object({ kind: AuditEvent.shape.actor.shape.kind, id: z.string() }),
    createdAt: time(),
  })
  .meta({ id: 'GrantRow' })

export type GrantRow = z.infer<typeof GrantRow>

export const GrantPage = z.object({ grants: z.array(GrantRow), nextCursor })

export const AllEventsQuery = PageQuery.extend({
  action: z.string().max(100).optional().meta({ description: 'Only this action', example: 'key.revoked' }),
})

export type AllEventsQuery = z.infer<typeof AllEventsQuery>

export const AccountEvent = AuditEvent.extend({
  userId: idSchema('user').meta({ description: 'Whose account was changed' }),
}).meta({ id: 'AccountEvent', description: 'As in the audit of a user; the names of operators are shown.' })

export type AccountEvent = z.infer<typeof AccountEvent>

export const AccountEventPage = z.object({ events: z.array(AccountEvent), nextCursor })

export const ProviderState = z
  .object({
    name: z.string(),
    simulated: z.boolean(),
    queued: count.meta({ description: 'Open jobs that are not sent, or not answered yet' }),
    processing: count,
    runningMax: count.nullable().meta({ description: 'null: no limit' }),
    oldestOpenAt: time().nullable(),
    pausedUntil: time().nullable().meta({ description: 'The provider asked to be sent nothing until then' }),
    breakers: z
      .array(z.object({ worker: z.string(), since: time(), retryAt: time() }))
      .meta({ description: 'The workers that send it nothing now, because it failed' }),
  })
  .meta({ id: 'ProviderState' })

export type ProviderState = z.infer<typeof ProviderState>

export const ProviderStates = z.object({ providers: z.array(ProviderState) })

export const StuckTry = z
  .object({
    mediaId: idSchema('media'),
    userId: idSchema('user'),
    mode: z.enum(['live', 'test']),
    kind: z.enum(['image', 'video']),
    model: z.string(),
    provider: z.string(),
    try: count,
    part: count,
    state: z.enum(['intent', 'unknown', 'accepted']),
    why: z.enum(['unknown', 'unanswered', 'late', 'closing']).meta({
      description:
        '`unknown`: the answer was lost; `unanswered`: sent a minute ago; `late`: its run does not move; ' +
        '`closing`: less than 2 minutes are left',
    }),
    startedAt: time(),
    deadlineAt: time(),
    expectedCostMicros: count.nullable().meta({ description: 'In millionths of a US dollar' }),
  })
  .meta({ id: 'StuckTry' })

export type StuckTry = z.infer<typeof StuckTry>

export const StuckTries = z.object({
  tries: z.array(StuckTry).meta({ description: 'Oldest first, 200 at most' }),
})

export const ServiceState = z.object({
  failing: z.array(z.string()).meta({ description: 'What does not work now' }),
  accepts: z.boolean().meta({ description: 'false: new jobs are refused because of overload' }),
  workers: z.array(
    z.object({
      name: z.string(),
      lastSeenSeconds: z.number().min(0),
      engineDownSeconds: z.number().min(0),
      freeBytes: count,
      notBegun: count.meta({ description: 'Jobs of the whole service that no run has begun' }),
      late: count.meta({ description: 'Jobs of the whole service whose run does not move' }),
      stepsPerSecond: z.number().min(0),
      finishedPerSecond: z.number().min(0),
    }),
  ),
  deployments: z
    .array(z.object({ url: z.string(), current: z.boolean() }))
    .nullable()
    .meta({ description: 'Where the engine sends runs; null: it does not answer' }),
})

export type ServiceState = z.infer<typeof ServiceState>
