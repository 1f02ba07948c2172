export { openScanner, type Scanner } from './open-scanner.ts'
