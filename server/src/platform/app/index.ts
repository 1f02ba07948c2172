export type { App } from './app.ts'
