import type { Double, Settings } from '../core/index.ts'

const HOUR_MS = 3_600_000

/** What differs between the recorded traffic, the documents and reports of others can be chosen here. */
export const kieSettings = {
  /** A failing `code` is the HTTP status as well; recorded traffic answered 200 with code 422. */
  codeAsStatus: false,
  /** Some documents show `message`. */
  messageField: 'msg',
  /** 10 in April 2026; 12 with `updateTime` and `creditsConsumed`; 13 with `progress`. */
  recordKeys: 13,
  /** So many first reads of a new task are answered "recordInfo is null". */
  unseenReads: 1,
  /** The last part of a render is shown as `generating`, the rest as `waiting`; 0 never shows it. */
  generatingShare: 0.15,
  /** One page of the documents says `ms`. */
  costTimeUnit: 's',
  callbackInParam: false,
  /** `resultJson` names more addresses than those of the results. */
  resultExtras: false,
  /** The documents show no `recordId`. */
  recordId: true,
  /** Empty when no key is set in the console: callbacks are not signed then. */
  webhookKey: 'double-webhook-key',
  /** `data.taskId`, `data.task_id` or `taskId`. */
  callbackIdAt: 'data.taskId',
  /** New tasks in 10 s, and unfinished ones at once; beyond that 429. */
  newTasksMax: 20 as number | null,
  runningMax: 100 as number | null,
  /** Pictures given as references are fetched; 451 for one that is not there. */
  fetchReferences: false,
  /** A documented-optional field of `input` that is required all the same. */
  requiredField: '',
  /** `grok-imagine/image-to-video` took a string first, a number later. */
  grokDuration: 'number',
  /** Older replies to an upload have `fileUrl`. */
  uploadUrlField: 'downloadUrl',
  uploadLifetimeMs: 24 * HOUR_MS,
  /** The shorter of two documented lifetimes. */
  mediaLifetimeMs: 24 * HOUR_MS,
} satisfies Settings

export function settingsOf({ settings }: Double): typeof kieSettings {
  return settings as Settings as typeof kieSettings
}
