import type { Listing } from './operator-file.ts'

/**
 * What is offered without a file of the operator: neutral names, and for each the offers of all providers,
 * best first. That is the provider that loses the fewest purchases, unless its price is far above another's.
 * Only one provider takes masks for the newer models; orders with a mask find it wherever it is in the list.
 * No model falls back to another one.
 */
export const defaultModels: Listing = {
  models: [
    { id: 'gpt-image-2.6-flare', offers: ['openai/gpt-image-2.6-flare'], description: 'GPT Image 2.6 Flare' },
    {
      id: 'gpt-image-2.5-flare',
      offers: [
        'fal/gpt-image-2.5-flare',
        'kie/gpt-image-2-5-flare',
        'openai/gpt-image-2.5-flare',
        'runway/gpt-image-2-5-flare',
      ],
      description: 'GPT Image 2.5 Flare',
    },
    {
      id: 'gpt-image-2.5-sunburst',
      offers: [
        'fal/gpt-image-2.5-sunburst',
        'kie/gpt-image-2-5-sunburst',
        'openai/gpt-image-2.5-sunburst',
        'runway/gpt-image-2-5-sunburst',
      ],
      description: 'GPT Image 2.5 Sunburst',
    },
    {
      id: 'gpt-image-2',
      offers: ['openai/gpt-image-2', 'kie/gpt-image-2', 'fal/gpt-image-2', 'runway/gpt-image-2'],
      description: 'GPT Image 2',
    },
    {
      id: 'nano-banana-2',
      offers: ['fal/nano-banana-2', 'kie/nano-banana-2'],
      description: 'Nano Banana 2',
    },
    {
      id: 'seedance-2.5',
      offers: ['fal/seedance-2.5', 'kie/seedance-2-5', 'runway/seedance2-5'],
      description: 'Seedance 2.5, with sound',
    },
    {
      id: 'seedance-2',
      offers: ['kie/seedance-2', 'runway/seedance2'],
      description: 'Seedance 2, with sound',
    },
    {
      id: 'seedance-2-fast',
      offers: ['kie/seedance-2-fast', 'runway/seedance2-fast'],
      description: 'Seedance 2 Fast, with sound',
    },
    {
      id: 'seedance-2-mini',
      offers: ['kie/seedance-2-mini', 'runway/seedance2-mini'],
      description: 'Seedance 2 Mini, with sound',
    },
    {
      // Runway has its successor, which is another model.
      id: 'grok-imagine-video',
      offers: ['fal/grok-imagine-video', 'kie/grok-imagine'],
      description: 'Grok Imagine',
    },
  ],
  // The image model that most providers make: a newer one would have nothing to fall back to.
  defaults: { image: 'gpt-image-2.5-flare', video: 'seedance-2.5' },
}
