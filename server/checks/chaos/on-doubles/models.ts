import type { DoubleName } from '../../../harness/doubles/index.ts'

/** The operator's file of the run: models of one provider each, and one with two more to fall back to. */
export const operatorFile = {
  models: [
    { id: 'fal-images', offers: ['fal/nano-banana-2'] },
    { id: 'kie-images', offers: ['kie/nano-banana-2'] },
    { id: 'openai-images', offers: ['openai/gpt-image-2'] },
    { id: 'runway-images', offers: ['runway/gpt-image-2'] },
    {
      id: 'images',
      offers: ['runway/gpt-image-2-5-flare', 'fal/gpt-image-2.5-flare', 'kie/gpt-image-2-5-flare'],
    },
    { id: 'fal-videos', offers: ['fal/grok-imagine-video'] },
    { id: 'kie-videos', offers: ['kie/seedance-2'] },
    { id: 'runway-videos', offers: ['runway/seedance2'] },
  ],
  defaults: { image: 'fal-images', video: 'fal-videos' },
}

const fast = { renderMs: 800, videoMs: 1_500, longSidePixels: 96, concurrency: null }

/**
 * Short renders, and none of the limits of small accounts: those are faults of their own. References are not
 * fetched, because a double forgets uploads when it is killed, and faults of files would hit them.
 */
export const doubleSettings: Record<DoubleName, Record<string, unknown>> = {
  fal: { ...fast, fetchReferences: false },
  kie: { ...fast, newTasksMax: null, runningMax: null },
  openai: { ...fast, renderSpreadMs: 1_500 },
  runway: { ...fast, dailyGenerations: null, fetchReferences: false },
}
