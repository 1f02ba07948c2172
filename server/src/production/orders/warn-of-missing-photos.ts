import type { Warning } from '@atelier/contract'
import { describeReferences } from './describe-references.ts'
import type { Order } from './order.ts'
import type { ResolvedReferences } from './resolve-references.ts'

/** The warning that the product of an order has no photo to show it. */
export const warnOfMissingPhotos = (order: Order, resolved: ResolvedReferences): Warning[] =>
  resolved.productWithoutPhotos
    ? [
        {
          code: 'product_without_photos',
          message: describeReferences(resolved)[0] ?? '',
          refId: order.references.productId,
        },
      ]
    : []
