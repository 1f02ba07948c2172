import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'

/** Removes the newest charge and sets the account back: chain, heads, balance and number fit together. */
const cutTail = [
  `set session_replication_role = replica`,
  `create temp table tail as select * from ledger_entries where kind = 'charge'
     and (user_id, mode, seq) in (select user_id, mode, seq from credit_accounts)
   order by created_at desc limit 1`,
  `delete from ledger_entries e using tail where e.id = tail.id`,
  `update credit_accounts a set seq = e.seq, balance = e.balance_after, head_hash = e.tx_hash,
     head_seal = e.seal
   from ledger_entries e, tail t
   where (a.user_id, a.mode) = (t.user_id, t.mode)
     and (e.user_id, e.mode, e.seq) = (t.user_id, t.mode, t.seq - 1)`,
]

const change = { ...calm, behaviour: { ...alone, mix: [ok] } }

/** Lies of a superuser about the newest charge. The chain alone cannot show them. */
export const bugsOfCutTails: Bug[] = [
  {
    name: 'cut-tail',
    description: 'a superuser removes the last entry of an account and sets its head back',
    caughtBy: 'doubleCharges',
    jobs: 20,
    lateSql: cutTail,
    change,
  },
  {
    name: 'cut-tail-with-job',
    description: 'a superuser removes the last entry of an account together with its job',
    caughtBy: 'lostJobs',
    jobs: 20,
    lateSql: [
      ...cutTail,
      `delete from provider_submits s using tail where s.media_id = tail.ref_id`,
      `delete from media m using tail where m.id = tail.ref_id`,
    ],
    change,
  },
]
