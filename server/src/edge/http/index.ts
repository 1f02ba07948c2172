export { answerDocument, answerUnlessSame } from './answer-document.ts'
export { actorOf } from './authenticate-session.ts'
export { openHttp } from './open-http.ts'
export { parseQuery } from './parse-query.ts'
export type { Form, UploadedFile } from './receive-form.ts'
export type { Lines } from './receive-lines.ts'
export { receiveEntry, receiveLogIn } from './receive-log-in.ts'
export { endpointNotFound } from './refuse-request.ts'
export {
  type Answer,
  type Call,
  keyRoute,
  publicRoute,
  type Route,
  sessionRoute,
  twinRoute,
} from './route.ts'
export { matchesEtag, readRange } from './serve-range.ts'
export { clearedCookie, readToken, sessionCookie } from './session-cookie.ts'
