import type { App } from '#platform/app'
import { WrongSettings } from '#platform/config'
import { RestoreUnfinished, WrongCell } from '#platform/db'

/**
 * Ends the start on the database of another cell, and on one whose restore is not finished. A database that
 * cannot be reached does not keep the process from starting: every connection that it opens later is checked,
 * too.
 */
export async function refuseOtherDatabase({ db }: App): Promise<void> {
  try {
    const session = await db.connect()
    await session.end()
  } catch (error) {
    const { cause } = error as Error
    if (cause instanceof WrongCell || cause instanceof RestoreUnfinished)
      throw new WrongSettings([cause.message])
  }
}
