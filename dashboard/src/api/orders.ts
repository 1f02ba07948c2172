import { queryOptions } from '@tanstack/react-query'
import type { Mode } from './addresses.ts'
import { AnswerLost, callAs, Refused } from './call.ts'

export type ImageOrder = {
  kind: 'image'
  prompt: string
  size: '1:1' | '2:3' | '3:2'
  n: 1 | 2 | 4
  productId?: string
  characterId?: string
  cepId?: string
}
export type VideoOrder = {
  kind: 'video'
  prompt: string
  orientation: 'portrait' | 'landscape' | 'square'
  resolution: 'SD' | 'HD'
  durationSeconds: 6 | 10 | 15
  productId?: string
  characterId?: string
  cepId?: string
}
export type Order = ImageOrder | VideoOrder

/** The exact price and the photos that this order would use. Charges nothing. */
export const quoteQuery = (mode: Mode, order: Order) =>
  queryOptions({
    queryKey: ['quote', mode, order],
    queryFn: async ({ signal }) => (await callAs(mode, 'POST /api/gen/quote', { body: order, signal })).quote,
    enabled: order.prompt !== '',
    staleTime: 30_000,
  })

/** With the same `clientRef` the service returns the same job: sending it again never pays twice. */
export async function sendOrder(mode: Mode, order: Order, clientRef: string): Promise<string> {
  const { kind, ...rest } = order
  const answer =
    kind === 'image'
      ? await callAs(mode, 'POST /api/gen/image', {
          body: { ...(rest as Omit<ImageOrder, 'kind'>), clientRef },
        })
      : await callAs(mode, 'POST /api/gen/video', {
          body: { ...(rest as Omit<VideoOrder, 'kind'>), clientRef },
        })
  return answer.id
}

/** Whether the order may have been taken: then it is sent again under the same name only. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof AnswerLost || (error instanceof Refused && error.charged === 'unknown')
