import type { Quote, Warning } from '@atelier/contract'
import { explainUnaffordable, isAffordable, readSpendable } from '#access/credits'
import type { Caller } from '#access/identity'
import type { App } from '#platform/app'
import {
  chooseRoutes,
  describeReferences,
  type Order,
  refuseUnknownModel,
  resolveReferences,
  warnOfMissingPhotos,
} from '#production/orders'
import { findBreach } from './spent-today.ts'

/**
 * A dry run of a submit: the same checks and the same price, without a charge, a job or a clientRef.
 * `knownWarnings` come from other modules, such as similar prompts that lost.
 */
export async function quoteOrder(
  app: App,
  caller: Caller,
  order: Order,
  knownWarnings: Warning[],
): Promise<{ quote: Quote; message: string }> {
  const offer = app.providers.offers[caller.owner.mode]
  refuseUnknownModel(offer, order)
  const resolved = await resolveReferences(app, caller, order.references)
  chooseRoutes(offer, order, resolved.references.length)
  const { costCredits } = order
  const [spendable, breach] = await Promise.all([
    readSpendable(app.db, caller.owner),
    findBreach(app.db, caller, costCredits),
  ])
  const { balance } = spendable
  const affordable = isAffordable(costCredits, spendable)
  const notes = describeReferences(resolved)
  const quote: Quote = {
    creditsCost: costCredits,
    balance,
    balanceAfter: balance - costCredits,
    affordable,
    withinBudget: breach === undefined,
    references: resolved.references.map(({ photoReferenceId, fileUrl, label, origin }, at) => ({
      photoReferenceId,
      fileUrl,
      label,
      origin,
      order: at,
    })),
    droppedReferences: resolved.dropped,
    ignoredFields: order.ignoredFields,
    warnings: [...warnOfMissingPhotos(order, resolved), ...knownWarnings],
  }
  const summary = breach
    ? breach.message
    : affordable
      ? `This costs ${costCredits} credits and would leave ${balance - costCredits}. Nothing was charged.`
      : explainUnaffordable(costCredits, spendable)
  return { quote, message: [summary, ...notes, ...knownWarnings.map(({ message }) => message)].join(' ') }
}
