import { type Call, type Double, empty, isEnded, type Reply } from '../core/index.ts'
import { refuse } from './refuse.ts'

/** Cancels what is not finished. A finished task is deleted with its files: they cannot be had again. */
export function deleteTask(double: Double, call: Call): Reply {
  const found = double.findTask(call.params.id ?? '')
  if (!found || found.state.notes.deleted === true) return refuse({ status: 404 })
  const { task, state } = found
  if (!isEnded(state)) double.cancel(task, true)
  double.note(task, 'deleted', true)
  return empty(Number(double.settings.deleteStatus))
}
