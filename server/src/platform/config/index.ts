export { presentSettings, secretTexts } from './present-settings.ts'
export type { ProviderAccounts } from './provider-accounts.ts'
export {
  readBackupFile,
  readCell,
  readDatabaseUrl,
  readDirectUrl,
  readLedgerSettings,
  readLinkSettings,
  readMetricsSettings,
  readMigrationUrl,
  readProviderAccounts,
  readSignerSettings,
  readStorageSettings,
} from './read-command-settings.ts'
export { type Config, readConfig } from './read-config.ts'
export { isMailable, type MailSettings } from './read-mail-settings.ts'
export type { PaymentSettings } from './read-payment-settings.ts'
export { type ProviderKeys, readProviderKeys } from './read-provider-keys.ts'
export type { ProviderName, ProviderSettings } from './read-provider-settings.ts'
export { providerNames } from './read-provider-settings.ts'
export { readSettingsFile, wrongFile } from './read-settings-file.ts'
export { settings } from './settings.ts'
export { missingSetting, WrongSettings } from './wrong-settings.ts'
