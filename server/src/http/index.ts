export { openHttp } from './open-http.ts'
export { readQuery } from './read-query.ts'
export { type Answer, behindKey, type Call, openToAll, type Route } from './route.ts'
export { namesEtag, readRange } from './serve-range.ts'
