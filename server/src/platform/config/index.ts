export { type Config, missingSetting, readConfig, readDatabaseUrl, readMigrationUrl } from './read-config.ts'
export { WrongSettings } from './wrong-settings.ts'
