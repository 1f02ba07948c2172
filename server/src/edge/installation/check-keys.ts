import { createPrivateKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { readPublicKey, writePublicKey } from '#access/credits'
import { type Config, presentSettings, providerNames } from '#platform/config'
import { readEngineKey } from '#platform/engine'
import { type Finding, failure, note, ok } from './finding.ts'

/** Fewer different characters than a random text of this length ever has. */
const DIFFERENT_LEAST = 10

const succeeds = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Keys that can be read, and are with nobody who must not have them. */
export function checkKeys(config: Config, role: 'api' | 'worker'): Finding[] {
  const found = [
    ...checkShared(config),
    ...(role === 'worker' ? checkEngineKey(config) : checkKeysOfApi(config)),
  ]
  return found.some(({ kind }) => kind === 'failure') ? found : [ok('all of them can be read'), ...found]
}

function checkShared({ callbackSecret, ledgerPublicKeys }: Config): Finding[] {
  const found: Finding[] = []
  if (new Set(callbackSecret).size < DIFFERENT_LEAST)
    found.push(
      failure(
        'CALLBACK_SECRET can be guessed',
        'Set it to what `openssl rand -hex 32` prints, for api and worker.',
      ),
    )
  if (!ledgerPublicKeys.every((key) => succeeds(() => readPublicKey(key))))
    found.push(
      failure(
        'LEDGER_PUBLIC_KEYS holds something that is not a key',
        'Copy what `pnpm admin new-signing-key FILE` printed.',
      ),
    )
  return found
}

function checkEngineKey({ engine }: Config): Finding[] {
  if (engine.publicKey !== undefined && succeeds(() => readEngineKey(engine.publicKey ?? ''))) return []
  return [
    failure(
      engine.publicKey === undefined
        ? 'ENGINE_PUBLIC_KEY is not set, and the worker does not start without it'
        : 'ENGINE_PUBLIC_KEY is not a key',
      'Make a key with `pnpm admin new-engine-key FILE`, set what it prints, and give FILE to the engine.',
    ),
  ]
}

function checkKeysOfApi({ factorKeys, secondFactor, ledgerPublicKeys }: Config): Finding[] {
  const present = presentSettings()
  const stray = providerNames
    .map((name) => `${name.toUpperCase()}_KEY`)
    .filter((name) => present.includes(name))
  return [
    ...stray.map((name) =>
      failure(`the api has ${name}, which only the worker may have`, `Remove ${name} from its settings.`),
    ),
    ...(factorKeys.length === 0 ? [withoutFactorKeys(secondFactor)] : []),
    ...(ledgerPublicKeys.length === 0
      ? [note('LEDGER_PUBLIC_KEYS is not set: no signed statement about the ledger is believed')]
      : []),
  ]
}

const withoutFactorKeys = (demand: Config['secondFactor']): Finding =>
  demand === 'optional'
    ? note('FACTOR_KEYS is not set: no second factor can be switched on')
    : failure(
        'SECOND_FACTOR demands what nobody can switch on: FACTOR_KEYS is not set',
        'Set FACTOR_KEYS to what `openssl rand -base64 32` prints.',
      )

/** The private key of the signer: readable by its owner alone, and known to those who verify. */
export async function checkSigningKey(file: string, publicKeys: readonly string[]): Promise<Finding[]> {
  const remedy =
    'Make one with `pnpm admin new-signing-key FILE`, and set LEDGER_SIGNING_KEY_FILE to its path.'
  let publicKey: string
  try {
    publicKey = writePublicKey(createPrivateKey(await readFile(file)))
  } catch {
    return [failure('LEDGER_SIGNING_KEY_FILE does not name a private key that this user can read', remedy)]
  }
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0)
    return [
      failure('others may read the private key of the signer', 'Let its owner alone read it: chmod 600.'),
    ]
  if (publicKeys.length > 0 && !publicKeys.includes(publicKey))
    return [note('LEDGER_PUBLIC_KEYS does not list the key of this signer')]
  return [ok('the private key of the signer can be read')]
}
