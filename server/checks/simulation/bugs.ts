import type { Mutation } from '../../harness/mutation/index.ts'

/** `isMissedByChaos`: a race that `pnpm chaos` at its CI size does not meet. */
export type SimulatedBug = {
  name: string
  description: string
  isMissedByChaos?: boolean
  mutations: Mutation[]
}

export const bugs: SimulatedBug[] = [
  {
    name: 'late-commit',
    description: 'a commit that arrives while it is repeated is answered as refused',
    isMissedByChaos: true,
    mutations: [
      {
        file: 'production/jobs/submit-media.ts',
        from: 'const arrived = await findCommitted()',
        to: 'const arrived = undefined as any',
      },
    ],
  },
  {
    name: 'in-flight',
    description: 'a new try is sent while the last one may still arrive',
    mutations: [
      {
        file: 'production/jobs/resolve-parts.ts',
        from: 'part.age_ms < (part.is_answered ? KEEP_FILES_MS : claimMsOf(provider))',
        to: 'part.age_ms < 0',
      },
    ],
  },
  {
    name: 'unreachable-is-absent',
    description: 'a provider that does not answer is taken for one that does not know the job',
    mutations: [
      {
        file: 'production/jobs/resolve-parts.ts',
        from: `if (find && lookup.kind === 'unreachable') return { part, found: 'unreachable' }
  if (lookup.kind !== 'absent' || mayBeInFlight)`,
        to: 'if (mayBeInFlight)',
      },
    ],
  },
  {
    name: 'next-route-of-unknown',
    description: 'the next provider is asked although the first may have the job',
    mutations: [
      {
        file: 'production/jobs/submit-once.ts',
        from: `job.tries.every(({ state }) => state === 'refused')`,
        to: `job.tries.every(({ state }) => state !== 'accepted')`,
      },
      {
        file: 'production/tries/claim-next-route.ts',
        from: `(s.state in ('intent', 'unknown') and r.try is null)`,
        to: 'false',
      },
      {
        file: 'production/tries/claim-next-route.ts',
        from: 'await markRefused(tx, id, refusals.refused)',
        to: `await tx.row(\`update provider_submits set state = 'refused' where media_id = $1\`, [id])`,
      },
    ],
  },
  {
    name: 'no-grace',
    description: 'a job whose provider is unreachable at the end of its window stalls at once',
    mutations: [
      {
        file: 'production/jobs/advance.ts',
        from: 'const isInGrace = leftMs > -LAST_CHECK_GRACE_MS',
        to: 'const isInGrace = leftMs > 0',
      },
    ],
  },
  {
    name: 'poll-stalls',
    description: 'a poll stalls a job that nothing has checked at the end of its window',
    mutations: [
      {
        file: 'production/jobs/poll-media.ts',
        from: '{ isCheckedNow: false }',
        to: '{ isCheckedNow: true }',
      },
    ],
  },
  {
    name: 'cancel-ignores-tries',
    description: 'a job is cancelled although a try may be with the provider',
    mutations: [
      {
        file: 'production/jobs/cancel-media.ts',
        from: `if (live) throw notCancellable('processing')`,
        to: 'void live',
      },
    ],
  },
  {
    name: 'no-refund',
    description: 'the refund of a job is not posted',
    mutations: [
      {
        file: 'access/credits/refund.ts',
        from: `select posted_at from refund_charge($1, 'generated_media', $2, $3)`,
        to: 'select clock_timestamp() as posted_at where ($1::text, $2::text, $3::bigint) is not null',
      },
    ],
  },
  {
    name: 'forgets-result',
    description: 'a result that was seen but not stored yet is lost when the window closes',
    mutations: [
      {
        file: 'production/jobs/settle.ts',
        from: 'and (result_seen_at is null or result_seen_at <',
        to: 'and (true or result_seen_at <',
      },
      {
        file: 'production/jobs/settle.ts',
        from: `and s.state = 'accepted' and s.ended_at is not null`,
        to: 'and false',
      },
    ],
  },
]
