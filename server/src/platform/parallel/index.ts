export { workOnEach } from './work-on-each.ts'
