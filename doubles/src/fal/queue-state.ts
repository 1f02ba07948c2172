import type { Call, Double, Task } from '../core/index.ts'
import { appOf } from './models.ts'
import type { FalSettings } from './settings.ts'

export function settingsOf(double: Double): FalSettings {
  return double.settings as unknown as FalSettings
}

/** The three addresses of a request. They hold owner and app only: a caller must not build them. */
export function addressesOf(double: Double, { baseUrl }: Call, task: Task) {
  const base = `${baseUrl}/${appOf(task.model)}/requests/${task.id}`
  return {
    response_url: settingsOf(double).responseSuffix ? `${base}/response` : base,
    status_url: `${base}/status`,
    cancel_url: `${base}/cancel`,
  }
}

/** Why submits and uploads are refused; everything else goes on. */
export function lockReason(double: Double): string | undefined {
  const { locked } = settingsOf(double)
  if (locked !== null) return locked
  return double.leftMicroUsd() <= 0 ? 'Exhausted balance' : undefined
}
