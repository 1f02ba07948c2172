import type { Key, Scope, TestMix } from '@atelier/contract'

export type KeyRow = {
  id: string
  name: string
  prefix: string
  scopes: Scope[]
  mode: 'live' | 'test'
  daily_credit_limit: number | null
  per_job_credit_limit: number | null
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
  test_mix: TestMix | null
  client_id: string | null
  client_host: string | null
}

export const KEY_COLUMNS = `id, name, prefix, scopes, mode, daily_credit_limit, per_job_credit_limit,
  expires_at, last_used_at, revoked_at, created_at, test_mix, client_id, client_host`

export const presentKey = (row: KeyRow): Key => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  mode: row.mode,
  dailyCreditLimit: row.daily_credit_limit,
  perJobCreditLimit: row.per_job_credit_limit,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  testMix: row.test_mix,
  client: row.client_id === null ? null : { id: row.client_id, host: row.client_host ?? '' },
})
