import { type Call, type Double, findFault, numberOf, type Reply, type TaskNow } from '../core/index.ts'
import { addedKeys, buildRecord } from './build-record.ts'
import { listUrls } from './create-task.ts'
import { refuse, succeed } from './envelope.ts'
import { settingsOf } from './settings.ts'

/** `GET /api/v1/jobs/recordInfo`. Unknown, lost and very new tasks are answered alike. */
export function newRecordReader(double: Double): (call: Call) => Reply {
  const early = new Map<string, number>()
  const isUnseen = ({ task, state }: TaskNow): boolean => {
    const late = findFault(task, 'late_record')
    const { unseenReads } = settingsOf(double)
    const wanted = late ? numberOf(late, 'reads', 3) : unseenReads
    if (wanted === 0 || state.notes.isSeen === true) return false
    const reads = (early.get(task.id) ?? 0) + 1
    early.set(task.id, reads)
    if (reads <= wanted) return true
    // In the journal, so that a restart does not hide what was seen.
    double.note(task, 'isSeen', true)
    return false
  }
  return (call) => {
    const id = call.query.get('taskId') ?? ''
    if (id === '') return refuse(double, 422, 'taskId is required.')
    const found = double.findTask(id)
    // Early reads are not counted by `readTask`: a task is lost after it was seen.
    const now = found && !isUnseen(found) ? double.readTask(id) : undefined
    return now ? succeed(double, showRecord(double, call, now)) : refuse(double, 422, 'recordInfo is null')
  }
}

function showRecord(double: Double, call: Call, now: TaskNow): Record<string, unknown> {
  const { recordKeys } = settingsOf(double)
  const record = buildRecord(double, now, listUrls(call, now.task))
  const { updateTime, creditsConsumed, progress } = addedKeys(double, now)
  if (recordKeys < 12) return record
  const more = { ...record, updateTime, creditsConsumed }
  return recordKeys < 13 ? more : { ...more, progress }
}
