export { drawPlaces } from './draw-places.ts'
export { explainFewWinners, explainPlace } from './explain-place.ts'
export { type Belief, countRecent, fitBelief, liftOf } from './fit-belief.ts'
export { fallRule, forecastFalls } from './forecast-fall.ts'
export {
  ageSeries,
  chooseSeries,
  hasOwnBaseline,
  joinSeries,
  type Life,
  type LifeWeek,
} from './join-series.ts'
export { type CellParts, nameCell } from './name-cell.ts'
export { readBelief, type StoredBelief, storeBelief } from './store-belief.ts'
