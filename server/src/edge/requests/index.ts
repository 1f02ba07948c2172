export { type Facts, noteCall, type RequestWatch, watchRequests } from './watch-requests.ts'
