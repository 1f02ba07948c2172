import { refuseIfUnaffordable } from '#access/credits'
import type { Caller } from '#access/identity'
import { refuseIfFull } from '#access/quotas'
import type { App } from '#platform/app'
import type { Order } from '#production/orders'
import { amountOf, type Inputs, type Upload } from './collect-inputs.ts'
import { findBreach } from './spent-today.ts'

type UploadedOrder = { order: Order; upload: Upload | undefined; inputs: Inputs }

/**
 * Stores the file of a form, unless the commit would refuse the job anyway: budget, credits and quota are
 * read first, in the order of the interface and without a lock. The commit checks them again.
 */
export async function storeUpload(
  app: App,
  caller: Caller,
  { order, upload, inputs }: UploadedOrder,
): Promise<void> {
  if (!upload) return
  const breach = await findBreach(app.db, caller, order.costCredits)
  if (breach) throw breach
  await refuseIfUnaffordable(app.db, caller.owner, order.costCredits)
  await refuseIfFull(app, caller.owner, amountOf(inputs.photos))
  await upload.prepared.store()
}
