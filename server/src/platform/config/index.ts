export { type Config, readConfig, readDatabaseUrl } from './read-config.ts'
