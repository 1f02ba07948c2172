import type { Bug } from './bug.ts'
import { alone, calm, fail, ok } from './calm-load.ts'
import { killAt } from './kill-at.ts'

/** Mistakes with charges, refunds and the ledger. */
export const bugsOfMoney: Bug[] = [
  {
    name: 'refund-twice',
    description: 'the unique index of the ledger is gone, and a refund is posted twice',
    caughtBy: 'doubleOrMissingRefunds',
    jobs: 30,
    sql: ['alter table ledger_entries drop constraint one_entry_per_ref_and_kind'],
    mutations: [
      {
        file: 'access/credits/refund.ts',
        from: `if (!row) throw new Error('refund_charge gave no row')`,
        to: `await tx.row(
    \`select posted_at from refund_charge($1, 'generated_media', $2, $3)\`,
    [newId('transaction'), mediaId, amountCredits],
  )
  if (!row) throw new Error('refund_charge gave no row')`,
      },
    ],
    change: { ...calm, behaviour: { ...alone, mix: [ok, fail] } },
  },
  {
    name: 'stall-without-refund',
    description: 'a stalled job is marked as refunded, but nothing is posted',
    caughtBy: 'doubleOrMissingRefunds',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/settle.ts',
        from: `[id, STORE_FILES_MS, isCheckedNow, LAST_CHECK_COUNTS_MS, LAST_CHECK_LATE_MS],
    )
    if (job) await refund(tx, id, job.cost_credits)`,
        to: `[id, STORE_FILES_MS, isCheckedNow, LAST_CHECK_COUNTS_MS, LAST_CHECK_LATE_MS],
    )`,
      },
    ],
    change: {
      ...calm,
      stallSeconds: 6,
      behaviour: { ...alone, mix: [ok, { model: 'simulator/hang', n: 1, weight: 1 }] },
    },
  },
  {
    name: 'refund-after-commit',
    description: 'a failed job is refunded in a separate transaction, a moment later',
    caughtBy: 'doubleOrMissingRefunds',
    jobs: 60,
    mutations: [
      {
        file: 'production/jobs/settle.ts',
        from: `return failMedia(tx, id, failure, refused)`,
        to: `return failMedia(tx, id, failure, refused, app.db)`,
      },
      {
        file: 'production/jobs/settle.ts',
        from: `freeRef: boolean,
): Promise<Ended | undefined> {`,
        to: `freeRef: boolean,
  db?: Settling['db'],
): Promise<Ended | undefined> {`,
      },
      {
        file: 'production/jobs/settle.ts',
        from: `[id, failure.errorCode, cleanMessage(failure.message), freeRef, failure.errorClass ?? null],
  )
  if (job) await refund(tx, id, job.cost_credits)`,
        to: `[id, failure.errorCode, cleanMessage(failure.message), freeRef, failure.errorClass ?? null],
  )
  if (job) setTimeout(() => {
    db?.transaction((later) => refund(later, id, job.cost_credits)).catch(() => undefined)
  }, 1_000)`,
      },
    ],
    change: {
      ...calm,
      loadSeconds: 8,
      kills: killAt('worker', 3_000, 6_500),
      behaviour: { ...alone, mix: [ok, { ...fail, weight: 4 }] },
    },
  },
  {
    name: 'charge-apart',
    description: 'the charge is committed before the job, in a separate transaction',
    caughtBy: 'doubleCharges',
    jobs: 60,
    mutations: [
      {
        file: 'production/jobs/submit-media.ts',
        from: 'const { balanceAfter } = await charge(tx, owner, { id, ...order })',
        to: `const alone = (apart) => charge(apart, owner, { id, ...order })
      const { balanceAfter } = await db.transaction(alone)
      await new Promise((done) => setTimeout(done, 300))`,
      },
    ],
    change: {
      ...calm,
      loadSeconds: 8,
      kills: killAt('api', 2_500, 6_000),
      behaviour: { ...alone, mix: [ok] },
    },
  },
  {
    name: 'ref-not-unique',
    description: 'two jobs may have the same clientRef',
    caughtBy: 'doubleCharges',
    jobs: 40,
    sql: ['drop trigger media_binds_inserted_ref on media'],
    change: { ...calm, users: 20, behaviour: { ...alone, twice: 1, mix: [ok] } },
  },
  {
    name: 'amount-rewritten',
    description: 'the ledger can be changed, and a credit is added to an old entry',
    caughtBy: 'brokenChains',
    jobs: 20,
    sql: rewriteGrant('amount = amount + 1'),
    change: { ...calm, behaviour: { ...alone, mix: [ok] } },
  },
  {
    name: 'reason-rewritten',
    description: 'the ledger can be changed, and an old entry gets another reason: only its hash shows it',
    caughtBy: 'brokenChains',
    jobs: 20,
    sql: rewriteGrant(`reason = 'credit_purchase'`),
    // No checks during the run: they would find the change, and this bug tests the recomputed chain.
    change: { ...calm, watchSeconds: 60, behaviour: { ...alone, mix: [ok] } },
  },
  {
    name: 'replay-shows-today',
    description: 'a replay returns the current balance instead of the one after its charge',
    caughtBy: 'wrongAnswers',
    jobs: 30,
    mutations: [
      {
        file: 'production/jobs/present-submission.ts',
        from: 'balanceAfterCharge(app.db, caller.owner, row.id),',
        to: 'readBalance(app.db, caller.owner),',
      },
    ],
    change: { ...calm, users: 6, behaviour: { ...alone, later: 1, mix: [ok] } },
  },
  {
    name: 'denied-charge',
    description: 'a request fails after its commit and is answered that nothing was charged',
    caughtBy: 'wrongAnswers',
    jobs: 30,
    mutations: [
      {
        file: 'production/jobs/submit-media.ts',
        from: `if (outcome === 'over') {`,
        to: `if (Math.random() < 0.4) throw new Error('planted')
  if (outcome === 'over') {`,
      },
    ],
    change: { ...calm, behaviour: { ...alone, mix: [ok] } },
  },
]

/** At the first charge of a user the grant before it is rewritten. */
function rewriteGrant(change: string): string[] {
  return [
    'drop trigger ledger_is_append_only on ledger_entries',
    `create function rewrite_grant() returns trigger language plpgsql as $$
     begin
       update ledger_entries set ${change} where user_id = new.user_id and mode = new.mode and seq = 1;
       return new;
     end $$`,
    `create trigger rewrite_grant after insert on ledger_entries
     for each row when (new.seq = 2) execute function rewrite_grant()`,
  ]
}
