import { makeSetupLink } from '#access/members'
import type { App } from '#platform/app'

/**
 * At the first start, when there is no user, the log of the api has a link that makes the first admin. The
 * service starts without waiting for it: the database may be down. `pnpm admin setup-link` makes one, too.
 */
export async function printSetupLink({ db, config, log }: App): Promise<void> {
  try {
    const link = await makeSetupLink(db, config.publicUrl, { isFirst: true })
    if (link) log.warn({ link }, 'there is no user yet: open this link within a day to become the admin')
  } catch (err) {
    log.warn({ err }, 'no link was made; while there is no admin, `pnpm admin setup-link` makes one')
  }
}
