import { readSettingsFile } from '#platform/config'
import { OperatorFile } from './operator-file.ts'

/** The file of the operator; empty without one. Throws `WrongSettings` with a line for each error in it. */
export const readOperatorFile = (path: string | undefined): OperatorFile =>
  path === undefined ? {} : readSettingsFile('PROVIDERS_FILE', path, OperatorFile)
