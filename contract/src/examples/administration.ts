import type { administration } from '../endpoints/administration.ts'
import { exampleId } from '../ids.ts'
import type { ExamplesOf } from './example.ts'
import { at, EXAMPLE_URL, ids, keyRevoked } from './example-records.ts'

export const administrationExamples = {
  inviteUser: {
    body: { email: 'colleague@example.com', language: 'en' },
    answer: {
      id: ids.invitation,
      link: `${EXAMPLE_URL}/invitation#00${'x'.repeat(43)}`,
      mailed: false,
      message: 'Hand this link over: it is not shown again. It works once, until 2026-11-21.',
    },
  },
  listInvitations: {
    answer: {
      invitations: [
        {
          id: ids.invitation,
          email: 'colleague@example.com',
          state: 'open',
          invitedBy: ids.user,
          createdAt: at('12:00:00'),
          expiresAt: '2026-11-21T12:00:00.000Z',
          acceptedBy: null,
        },
      ],
    },
  },
  revokeInvitation: {
    params: { id: ids.invitation },
    answer: { message: 'The invitation is revoked. Its link does not work any more.' },
  },
  listUsers: {
    query: { limit: '1' },
    answer: {
      users: [
        {
          id: ids.user,
          email: 'owner@example.com',
          role: 'user',
          createdAt: at('11:58:00'),
          suspendedAt: null,
          erasedAt: null,
          activeKeys: 1,
          lastSeenAt: at('12:00:00'),
          secondFactor: false,
        },
      ],
      nextCursor: null,
    },
  },
  listGrants: {
    query: { limit: '1' },
    answer: {
      grants: [
        {
          id: exampleId('grant'),
          userId: ids.user,
          amount: 10_000,
          mode: 'live',
          grantedBy: { kind: 'operator', id: 'operations' },
          createdAt: at('11:59:00'),
        },
      ],
      nextCursor: null,
    },
  },
  listAllEvents: {
    query: { limit: '1', action: 'key.revoked' },
    answer: {
      events: [{ ...keyRevoked, userId: ids.user }],
      nextCursor: null,
    },
  },
  listProviders: {
    answer: {
      providers: [
        {
          name: 'fal',
          simulated: false,
          queued: 2,
          processing: 14,
          runningMax: 40,
          oldestOpenAt: at('12:41:00'),
          pausedUntil: null,
          breakers: [],
        },
      ],
    },
  },
  listStuckTries: {
    answer: {
      tries: [
        {
          mediaId: ids.image,
          userId: ids.user,
          mode: 'live',
          kind: 'image',
          model: 'fal/nano-banana',
          provider: 'fal',
          try: 1,
          part: 0,
          state: 'unknown',
          why: 'unknown',
          startedAt: at('12:41:00'),
          deadlineAt: at('12:56:00'),
          expectedCostMicros: 39_000,
        },
      ],
    },
  },
  listUnsentMails: {
    answer: {
      mails: [
        {
          id: 812,
          kind: 'invitation',
          userId: null,
          address: 'colleague@example.com',
          state: 'refused',
          attempts: 1,
          trouble: '550 5.1.1 no such user',
          createdAt: at('12:41:00'),
          nextAt: null,
        },
      ],
    },
  },
  readState: {
    answer: {
      failing: [],
      accepts: true,
      workers: [
        {
          name: 'worker-1:4180',
          lastSeenSeconds: 0.4,
          engineDownSeconds: 0,
          freeBytes: 42_000_000_000,
          notBegun: 0,
          late: 0,
          stepsPerSecond: 3.2,
          finishedPerSecond: 11,
        },
      ],
      deployments: [{ url: 'http://worker.example:4180', current: true }],
    },
  },
} satisfies ExamplesOf<typeof administration>
