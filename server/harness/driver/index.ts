export {
  type ApiRequest,
  type ApiResponse,
  type ApiTarget,
  type CallApi,
  callAs,
  isCutOff,
  sendRequest,
  UnexpectedStatus,
} from './call-api.ts'
export {
  type Content,
  createContent,
  drawPicture,
  type Ids,
  type Words,
  writeForm,
} from './create-content.ts'
export { logIn } from './log-in.ts'
export {
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
  type SeededUser,
} from './open-system.ts'
export { findUserId, openDatabase, type Query, queryDatabase, runStatements } from './query-database.ts'
export { runParallel } from './run-parallel.ts'
export { unopenedOperations } from './unopened-operations.ts'
