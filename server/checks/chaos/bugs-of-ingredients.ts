import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'
import { killAt } from './kill-at.ts'

const form = { ...ok, make: 'form' } as const

/** Mistakes with references, libraries, videos and cancelled jobs. */
export const bugsOfIngredients: Bug[] = [
  {
    name: 'attach-after-commit',
    description: 'a result joins its library in a separate transaction, a moment later',
    caughtBy: 'wrongLibraries',
    jobs: 40,
    mutations: [
      {
        file: 'production/jobs/settle.ts',
        from: 'if (product_id !== null) await addToLibrary(tx, product_id, mediaIds)',
        to: `if (product_id !== null)
      setTimeout(() => {
        app.db.transaction((later) => addToLibrary(later, product_id, mediaIds)).catch(() => undefined)
      }, 1_000)`,
      },
    ],
    change: {
      ...calm,
      loadSeconds: 8,
      kills: killAt('worker', 4_000, 7_000),
      behaviour: { ...alone, ingredients: 1, mix: [ok, { ...ok, n: 2 }] },
    },
  },
  {
    name: 'attach-counted-twice',
    description: 'what is in the library already is counted again',
    caughtBy: 'wrongCounts',
    jobs: 30,
    mutations: [
      {
        file: 'production/media/add-to-library.ts',
        from: 'return addToMediaCount(tx, productId, added.length)',
        to: 'return addToMediaCount(tx, productId, added.length || mediaIds.length)',
      },
    ],
    change: { ...calm, behaviour: { ...alone, attaches: 1, mix: [ok] } },
  },
  {
    name: 'cancel-blind',
    description: 'a job is cancelled although its submit may be under way',
    caughtBy: 'wrongCancels',
    jobs: 30,
    mutations: [
      {
        file: 'production/jobs/cancel-media.ts',
        from: `if (live) throw notCancellable('processing')`,
        to: `if (live) app.log.debug('planted')`,
      },
    ],
    change: {
      ...calm,
      behaviour: { ...alone, cancels: 1, mix: [{ ...ok, model: 'simulator/lost-reply' }] },
    },
  },
  {
    name: 'cancel-answered-as-refusal',
    description:
      'a submit that waits for its run gets "refused by the provider" for a job that its copy cancelled',
    caughtBy: 'wrongAnswers',
    jobs: 40,
    mutations: [
      {
        file: 'production/jobs/find-job.ts',
        from: `status = 'failed' and not client_ref_bound
       and error_code <> 'cancelled'`,
        to: `status = 'failed'`,
      },
    ],
    // Without a worker the first copy waits for a run, while the second is answered by replay and cancels.
    change: {
      ...calm,
      loadSeconds: 6,
      kills: [{ atMs: 1_500, target: 'worker', pauseMs: 4_000, wipe: false }],
      behaviour: { ...alone, twice: 1, cancels: 1, mix: [ok] },
    },
  },
  {
    name: 'video-at-price-of-image',
    description: 'a video costs as much as an image',
    caughtBy: 'doubleCharges',
    jobs: 12,
    mutations: [
      {
        file: 'production/orders/read-orders.ts',
        from: 'costCredits: videoPrice(durationSeconds, resolution),',
        to: 'costCredits: imagePrice(1),',
      },
    ],
    change: { ...calm, behaviour: { ...alone, mix: [{ ...ok, make: 'video' }, form] } },
  },
  {
    name: 'upload-stored-late',
    description: 'a job is accepted before the file of its form is stored',
    caughtBy: 'corruptFiles',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/collect-inputs.ts',
        from: `preparePicture(app, photoId, { path, userId })`,
        to: `preparePicture({
    ...app,
    storage: {
      ...app.storage,
      put: async (...object) => {
        setTimeout(() => app.storage.put(...object).catch(() => undefined), 2_500)
      },
    },
  }, photoId, { path, userId })`,
      },
    ],
    // What a killed api never stored cannot be found, so its jobs are not waited for.
    change: {
      ...calm,
      stallSeconds: 8,
      drainSeconds: 8,
      kills: killAt('api', 4_000),
      behaviour: { ...alone, mix: [form] },
    },
  },
  {
    name: 'own-address-given-on',
    description: 'the address that a user gave is passed to the provider',
    caughtBy: 'wrongReferences',
    jobs: 12,
    mutations: [
      {
        file: 'production/jobs/describe-provider-request.ts',
        from: `{ photoReferenceId, file, label }: Input): Promise<ReferencePicture> {`,
        to: `{ photoReferenceId, file, label, sourceUrl }: Input): Promise<ReferencePicture> {
  const load = () => Promise.reject(new Error('it is not ours'))
  if (sourceUrl) return { url: sourceUrl, label, load }`,
      },
      {
        file: 'production/jobs/insert-media.ts',
        from: 'every((input) => input.file !== null)',
        to: 'every((input) => input !== null)',
      },
    ],
    change: {
      ...calm,
      stallSeconds: 8,
      drainSeconds: 8,
      behaviour: { ...alone, mix: [ok, { ...ok, address: true }] },
    },
  },
]
