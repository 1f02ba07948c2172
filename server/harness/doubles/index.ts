export { addDoubles } from './add-doubles.ts'
export { type Double, type DoubleLog, startDouble } from './start-double.ts'
