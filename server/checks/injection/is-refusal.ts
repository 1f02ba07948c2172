import { UnexpectedStatus } from '../../harness/driver/index.ts'

/** Some hostile strings cannot be stored at all. A 400 for them is as good as quoting them. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UnexpectedStatus && error.status === 400
