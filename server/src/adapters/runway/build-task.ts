import type { Order } from './match-offer.ts'

export type Task = { path: string; body: Record<string, unknown> }

/** What is posted for an order. `uris`: its references, in their order. */
export function buildTask({ kind, request, offer }: Order, uris: readonly string[]): Task {
  const common = { model: offer.providerModel, promptText: request.prompt }
  if (kind === 'image') {
    const referenceImages = uris.map((uri, at) => ({ uri, tag: `ref_${at + 1}` }))
    return {
      path: '/v1/text_to_image',
      body: {
        ...common,
        ratio: offer.ratios[request.size],
        outputCount: request.n,
        quality: offer.quality,
        ...(referenceImages.length > 0 && { referenceImages }),
      },
    }
  }
  const { resolution, orientation, durationSeconds } = request
  return {
    path: '/v1/text_to_video',
    body: {
      ...common,
      ratio: offer.ratios[resolution][orientation],
      ...(offer.resolutionNames && { resolution: offer.resolutionNames[resolution] }),
      duration: durationSeconds,
      // The defaults of models differ.
      audio: true,
      ...(uris.length > 0 && { references: uris.map((uri) => ({ uri })) }),
    },
  }
}
