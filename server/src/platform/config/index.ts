export {
  type Config,
  missingSetting,
  readCell,
  readConfig,
  readDatabaseUrl,
  readLedgerSettings,
  readMigrationUrl,
  readSignerSettings,
  readStorageSettings,
} from './read-config.ts'
export { WrongSettings } from './wrong-settings.ts'
