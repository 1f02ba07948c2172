import {
  type Config,
  presentSettings,
  readCell,
  readConfig,
  readDatabaseUrl,
  readDirectUrl,
  readMigrationUrl,
  readProviderKeys,
  readSignerSettings,
  WrongSettings,
} from '#platform/config'
import { checkAddresses } from './check-addresses.ts'
import { checkClock, checkDatabase, checkMigrationLogin } from './check-database.ts'
import { checkEngine, checkProviders, checkStorage } from './check-dependencies.ts'
import { checkKeys, checkSigningKey } from './check-keys.ts'
import { checkDisk, checkPorts, checkPrograms } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkScanner } from './check-scanner.ts'
import { type Finding, failure, ok } from './finding.ts'

export const checkedRoles = ['api', 'worker', 'signer', 'migrate'] as const
export type CheckedRole = (typeof checkedRoles)[number]

export type Check = { name: string; run: () => Promise<Finding[]> | Finding[] }

/** The settings are the first check: without them nothing else can be asked. */
export function planChecks(role: CheckedRole): { settings: Finding[]; checks: Check[] } {
  try {
    const checks = checksOf(role)
    return { settings: [ok(`${presentSettings().length} are set, and each can be what it is`)], checks }
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    // One line for each setting, after the first: what is wrong, and then what to set it to.
    const [, ...lines] = error.message.split('\n')
    return { settings: lines.map((line) => failure(line.trim(), SETTINGS_REMEDY)), checks: [] }
  }
}

const SETTINGS_REMEDY = 'docs/settings.md and deploy/env.example list every setting.'

function checksOf(role: CheckedRole): Check[] {
  if (role === 'migrate') return checksOfMigration()
  if (role === 'signer') return checksOfSigner()
  const config = readConfig()
  const keys = role === 'worker' ? readProviderKeys(config.providers.names) : {}
  return [
    { name: 'keys', run: () => checkKeys(config, role) },
    { name: 'addresses', run: () => checkAddresses(config, role) },
    { name: 'ports', run: () => checkPorts(config, role) },
    { name: 'disk', run: () => checkDisk(config) },
    { name: 'programs', run: () => checkPrograms(config, role) },
    { name: 'database', run: () => checkDatabase(config, role) },
    { name: 'clock', run: () => checkClock(config) },
    { name: 'engine', run: () => checkEngine(config) },
    { name: 'storage', run: () => checkStorage(config.s3) },
    { name: 'providers', run: () => checkProviders(config, keys) },
    ...(role === 'worker' ? [{ name: 'scanner', run: () => checkScanner(config) }] : []),
    ...(role === 'worker' ? [{ name: 'mail', run: () => checkMail(config) }] : []),
  ]
}

function checksOfMigration(): Check[] {
  const url = readMigrationUrl()
  return [{ name: 'database', run: () => checkMigrationLogin(url) }]
}

function checksOfSigner(): Check[] {
  const { s3, keyFile, olderKeys } = readSignerSettings()
  const database: Parameters<typeof checkDatabase>[0] = {
    cell: readCell(),
    databaseUrl: readDatabaseUrl(),
    databaseDirectUrl: readDirectUrl(),
    databaseReplicaUrl: undefined,
    databasePoolSize: 4,
    heavyPoolSize: 0,
  } satisfies Partial<Config>
  return [
    { name: 'keys', run: () => checkSigningKey(keyFile, olderKeys) },
    { name: 'database', run: () => checkDatabase(database, 'worker') },
    { name: 'clock', run: () => checkClock(database) },
    { name: 'storage', run: () => checkStorage(s3) },
  ]
}
