import type { Page } from 'playwright-core'
import { changeRows } from '../operate.ts'
import type { Dev } from '../start-dev.ts'

/** How far from the newest entry the broken one is: near enough that the page shows it. */
const BACK = 6

/** Walks the chain and waits for its verdict. */
export async function verifyChain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await page.getByText(/Every entry holds\.|The chain breaks at entry/).waitFor()
}

/** Changes one entry of a user behind the service, or changes it back. */
export const changeEntry = (dev: Dev, by: 1 | -1, { email } = dev.owner): Promise<void> =>
  changeRows(
    dev,
    `set session_replication_role = replica;
     update ledger_entries set amount = amount + (${by})
     from (select user_id, max(seq) - ${BACK} as place from ledger_entries
           where mode = 'live' and user_id = (select id from users where email = '${email}')
           group by user_id) one
     where mode = 'live' and ledger_entries.user_id = one.user_id and seq = one.place`,
  )
