import { changeRows } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import type { Views } from './view.ts'

/** The page Billing of a user who owes, and of whom every kind of payment is there. */
export const billingViews: Views = {
  'billing-full': { path: '/billing' },
  'billing-waiting': { path: '/billing?paid=chk_0000000000000000000000' },
}

/** As `billingViews`, of admins. */
export const paymentViews: Views = { 'operator-payments': { path: '/operator?tab=payments' } }

const states = [
  ['0', '0', 'null', '0'],
  ['1000', '0', 'null', '10000'],
  ['333', '0', 'null', '3330'],
  ['0', '1000', `'needs_response'`, '10000'],
  ['0', '0', `'warning_needs_response'`, '0'],
  ['0', '1000', `'lost'`, '10000'],
  ['0', '0', `'won'`, '0'],
]

/** A thousand payments in every state, a debt, a top-up that stopped, and events that nobody understood. */
export async function fillBilling(dev: Dev, email: string): Promise<void> {
  const rows = states.map((state, at) => `(${at}, ${state.join(', ')})`).join(', ')
  await changeRows(
    dev,
    `set session_replication_role = replica;
     create temp table filler as select n, u.id as user_id, md5(concat(u.id, n)) as hash, s.*
       from generate_series(1, 1000) n join users u on u.email = '${email}'
       join (values ${rows}) s (at, refunded, disputed, status, reversed) on s.at = n % ${states.length};
     insert into payments (id, user_id, checkout_id, intent_id, kind, pack_id, credits, amount, currency,
         is_live, grant_id, receipt_url, refunded_amount, disputed_amount, dispute_status, reversed_credits,
         created_at)
       select 'pay_' || left(hash, 22), user_id, 'chk_' || left(hash, 22), 'pi_' || left(hash, 22),
         case when n % 3 = 0 then 'top_up' else 'page' end, case when n % 11 = 0 then 'gone' else 'small' end,
         10000, 1000, 'usd', false, 'grn_' || left(hash, 22),
         case when n % 5 = 0 then null else '${dev.stripeUrl}/receipts/pi_' || left(hash, 22) end,
         refunded::bigint, disputed::bigint, status, reversed::bigint, now() - n * interval '7 hours'
       from filler;
     insert into payment_events (id, type, subject, fact, is_live, created_at, applied_at, outcome)
       select 'evt_' || hash, 'payment_intent.succeeded', 'pi_' || left(hash, 22), '{}', false, now(), now(),
         'refused: 900 was paid, and the price was 1000' from filler limit 5;
     insert into billing_settings (user_id, customer_id, payment_method_id, top_up_pack_id,
         top_up_below_credits, top_up_ceiling, top_up_currency, top_up_stopped, top_up_stopped_at,
         low_balance_credits, low_since)
       select id, 'cus_1', 'pm_1', 'small', 2000, 2500, 'usd', 'declined', now(), 5000, now() from users
       where email = '${email}'
       on conflict (user_id) do update set top_up_on = false, top_up_stopped = 'declined',
         top_up_stopped_at = now(), low_balance_credits = 900000000, low_since = now();
     update credit_accounts set balance = 0, debt = 3200 where mode = 'live'
       and user_id = (select id from users where email = '${email}');
     insert into debt_entries (id, user_id, amount, debt_after, external_ref)
       select 'dbt_' || left(md5(id), 22), id, 3200, 3200, 'filler' from users where email = '${email}'`,
  )
}
