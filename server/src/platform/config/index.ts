export {
  type Config,
  missingSetting,
  readConfig,
  readDatabaseUrl,
  readMigrationUrl,
  readStorageSettings,
} from './read-config.ts'
export { WrongSettings } from './wrong-settings.ts'
