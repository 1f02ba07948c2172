export { answerMcp } from './answer-mcp.ts'
export { methodNotAllowed } from './error-answer.ts'
export { refuseOtherOrigins } from './refuse-other-origins.ts'
