import type { Invitation } from '@atelier/contract'
import type { Rows } from '#platform/db'

type Row = {
  id: string
  email: string | null
  invited_by: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
  accepted_by: string | null
  is_open: boolean
}

const SHOWN = 200

export async function listInvitations(db: Rows): Promise<Invitation[]> {
  const rows = await db.rows<Row>(`select * from list_invitations($1)`, [SHOWN])
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    state: stateOf(row),
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    acceptedBy: row.accepted_by,
  }))
}

function stateOf({ is_open, used_at, revoked_at }: Row): Invitation['state'] {
  if (is_open) return 'open'
  if (used_at) return 'accepted'
  return revoked_at ? 'revoked' : 'expired'
}
