import { type Double, findFault, isEnded, type TaskNow } from '../core/index.ts'
import { settingsOf } from './settings.ts'

/** The ten keys of every record. */
export function buildRecord(double: Double, now: TaskNow, urls: readonly string[]): Record<string, unknown> {
  const { task, state } = now
  const { costTimeUnit } = settingsOf(double)
  const tookMs = state.endedAt === null ? null : state.endedAt - task.acceptedAt
  const costTime = tookMs === null || costTimeUnit === 'ms' ? tookMs : Math.round(tookMs / 1000)
  return {
    taskId: task.id,
    model: task.model,
    state: nameState(double, now),
    param: buildParam(double, now),
    resultJson: buildResult(double, now, urls),
    ...readFailure(now),
    costTime,
    completeTime: state.endedAt,
    createTime: task.acceptedAt,
  }
}

/** What was added since; callbacks have the first two. */
export function addedKeys(double: Double, now: TaskNow) {
  const { task, state } = now
  return {
    updateTime: state.endedAt ?? state.startedAt ?? task.acceptedAt,
    // Failed tasks are not charged.
    creditsConsumed: state.status === 'succeeded' ? task.extra.credits : 0,
    progress: Math.floor(shareDone(double, now) * 100),
  }
}

/** For a failed task the words of the fault; any value may be given, also null and a number. */
export function readFailure({ task, state }: TaskNow): { failCode: unknown; failMsg: unknown } {
  if (state.status !== 'failed') return { failCode: null, failMsg: null }
  const { code = 'GENERATION_FAILED', message = 'The generation failed. Please try again.' } =
    findFault(task, 'fail')?.with ?? {}
  return { failCode: code, failMsg: message }
}

/** A JSON text whose `input` is again a JSON text. */
export function buildParam(double: Double, { task }: TaskNow): string {
  const param = { input: JSON.stringify(task.input), model: task.model }
  const withUrl = settingsOf(double).callbackInParam && task.callbackUrl !== null
  return JSON.stringify(withUrl ? { ...param, callBackUrl: task.callbackUrl } : param)
}

function nameState(double: Double, now: TaskNow): string {
  const { task, state } = now
  if (isEnded(state)) return state.status === 'succeeded' ? 'success' : 'fail'
  const shown = findFault(task, 'show_state')?.with.state
  if (typeof shown === 'string') return shown
  const { generatingShare } = settingsOf(double)
  return generatingShare > 0 && shareDone(double, now) >= 1 - generatingShare ? 'generating' : 'waiting'
}

/** From 0 to 1; a stuck task stays just below the end. */
function shareDone({ clock }: Double, { task, state }: TaskNow): number {
  if (isEnded(state)) return 1
  if (state.startedAt === null) return 0
  return Math.min(0.99, (clock.now() - state.startedAt) / Math.max(1, task.renderMs))
}

/** Empty until the end, null after a failure. */
function buildResult(double: Double, { task, state }: TaskNow, urls: readonly string[]): unknown {
  if (!isEnded(state)) return ''
  if (state.status !== 'succeeded') return null
  const shown = findFault(task, 'show_result')
  if (shown) return shown.with.resultJson
  if (!settingsOf(double).resultExtras) return JSON.stringify({ resultUrls: urls })
  const frames = (which: string) => urls.map((url) => `${url}?frame=${which}`)
  const extras = { firstFrameUrl: frames('first'), lastFrameUrl: frames('last'), resultObject: {} }
  return JSON.stringify({ ...extras, resultUrls: urls })
}
