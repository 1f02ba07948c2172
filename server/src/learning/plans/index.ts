export { planCreatives } from './plan-creatives.ts'
