export { drawPlaces } from './draw-places.ts'
export { fitBelief } from './fit-belief.ts'
