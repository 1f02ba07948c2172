import { type Double, isEnded, type Task, type TaskNow } from '../core/index.ts'
import { settingsOf } from './settings.ts'

const WINDOW_MS = 10_000

export interface TaskLimits {
  /** True when one more task is too many: it is refused, not queued. */
  isReached(): boolean
  add(task: Task): void
}

export function newTaskLimits(double: Double): TaskLimits {
  // Only what still counts, so that a submit does not become slower with the number of tasks.
  let counted: TaskNow[] | undefined
  const isRecent = ({ task }: TaskNow) =>
    task.acceptedAt > double.clock.now() - double.clock.scaled(WINDOW_MS)
  const isRunning = ({ state }: TaskNow) => !isEnded(state)
  return {
    isReached: () => {
      // At the first submit the journal of an earlier process has been read.
      const all = counted ?? double.allTasks()
      counted = all.filter((one) => isRecent(one) || isRunning(one))
      const { newTasksMax, runningMax } = settingsOf(double)
      const isFull = (limit: number | null, counts: (one: TaskNow) => boolean) =>
        limit !== null && (counted ?? []).filter(counts).length >= limit
      return isFull(newTasksMax, isRecent) || isFull(runningMax, isRunning)
    },
    add: ({ id }) => {
      const found = double.findTask(id)
      if (found) counted?.push(found)
    },
  }
}
