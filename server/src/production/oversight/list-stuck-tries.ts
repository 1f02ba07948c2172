import type { StuckTry } from '@atelier/contract'
import type { Rows } from '#platform/db'

type Row = {
  media_id: string
  user_id: string
  mode: StuckTry['mode']
  kind: StuckTry['kind']
  model: string
  provider: string
  try: number
  part: number
  state: StuckTry['state']
  why: StuckTry['why']
  started_at: Date
  deadline_at: Date
  expected_cost_micros: number | null
}

const SHOWN = 200

/** Tries that may need an operator, oldest first. The database refuses who is no admin. */
export async function listStuckTries(db: Rows): Promise<StuckTry[]> {
  const rows = await db.rows<Row>(`select * from list_stuck_tries($1)`, [SHOWN])
  return rows.map((row) => ({
    mediaId: row.media_id,
    userId: row.user_id,
    mode: row.mode,
    kind: row.kind,
    model: row.model,
    provider: row.provider,
    try: row.try,
    part: row.part,
    state: row.state,
    why: row.why,
    startedAt: row.started_at.toISOString(),
    deadlineAt: row.deadline_at.toISOString(),
    expectedCostMicros: row.expected_cost_micros,
  }))
}
