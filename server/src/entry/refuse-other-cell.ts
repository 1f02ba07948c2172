import type { App } from '#platform/app'
import { WrongSettings } from '#platform/config'
import { WrongCell } from '#platform/db'

/**
 * Ends the start on the database of another cell. A database that cannot be reached does not keep the process
 * from starting: every connection that it opens later is checked, too.
 */
export async function refuseOtherCell({ db }: App): Promise<void> {
  try {
    const session = await db.connect()
    await session.end()
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof WrongCell) throw new WrongSettings([cause.message])
  }
}
