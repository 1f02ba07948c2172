import type { Removal } from './removal.ts'
import { removalsOfAccess } from './removals-of-access.ts'
import { removalsOfInputs } from './removals-of-inputs.ts'
import { removalsOfLogs } from './removals-of-logs.ts'
import { removalsOfOperation } from './removals-of-operation.ts'
import { removalsOfSessions } from './removals-of-sessions.ts'

export const removals: Removal[] = [
  ...removalsOfInputs,
  ...removalsOfSessions,
  ...removalsOfAccess,
  ...removalsOfOperation,
  ...removalsOfLogs,
]
