export { type Config, missingSetting, readConfig, readDatabaseUrl } from './read-config.ts'
export { WrongSettings } from './wrong-settings.ts'
