import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Settings } from './settings.ts'
import type { Task } from './task.ts'

export type Event =
  | { kind: 'accepted'; at: number; lost: boolean; task: Task }
  | { kind: 'refused'; at: number; submit: number; reference: string | null; outcome: SubmitOutcome }
  | { kind: 'cancelled'; at: number; taskId: string; stop: boolean }
  | { kind: 'noted'; at: number; taskId: string; name: string; value: unknown }
  | { kind: 'settings'; at: number; settings: Settings }
  | { kind: 'called back'; at: number; taskId: string; delivered: boolean }
  | { kind: 'download'; at: number; file: string; cut: boolean }
  | { kind: 'time'; at: number }

/** `lost`: a task was accepted, and its buyer never heard of it. `reset`: the connection broke before. */
export type SubmitOutcome = 'accepted' | 'lost' | 'refused' | 'invalid' | 'reset'

export interface Journal {
  /** What an earlier process wrote. */
  readonly earlier: readonly Event[]
  append(event: Event): void
  close(): void
}

/** Without a path nothing is kept. An incomplete last line was never acknowledged: it is cut off. */
export function openJournal(path: string | undefined): Journal {
  if (path === undefined) return { earlier: [], append: () => {}, close: () => {} }
  mkdirSync(dirname(path), { recursive: true })
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  const earlier = complete
    .split('\n')
    .filter(Boolean)
    .map((line): Event => JSON.parse(line))
  const file = openSync(path, 'a')
  ftruncateSync(file, Buffer.byteLength(complete))
  return {
    earlier,
    // Written to the operating system before the reply is sent: that survives kill -9.
    append: (event) => appendFileSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  }
}
