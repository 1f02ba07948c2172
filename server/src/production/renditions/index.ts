export { findRendition, loadRendition } from './find-rendition.ts'
export { makeRendition } from './make-rendition.ts'
