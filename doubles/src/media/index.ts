export { makePng } from './make-png.ts'
export { makeFile, mediaUrl, newMediaRoutes } from './media-routes.ts'
