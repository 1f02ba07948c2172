export {
  type Config,
  missingSetting,
  readCell,
  readConfig,
  readDatabaseUrl,
  readDirectUrl,
  readLedgerSettings,
  readMigrationUrl,
  readSignerSettings,
  readStorageSettings,
} from './read-config.ts'
export { WrongSettings } from './wrong-settings.ts'
