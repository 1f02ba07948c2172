import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writePublicKey } from '#access/credits'
import { newEngineKey } from '#platform/engine'
import type { InstallationCommand } from './installation-command.ts'

const options = {
  'public-url': { type: 'string' },
  pooler: { type: 'string', default: 'pooler:6432' },
  database: { type: 'string', default: 'postgres:5432' },
} as const

export const newInstallation: InstallationCommand = {
  name: 'new-installation',
  usage:
    'new-installation <folder> --public-url URL [--pooler HOST:PORT] [--database HOST:PORT]\n' +
    '                                         make the keys and passwords of a deployment',
  async run(args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [folder] = positionals
    const publicUrl = values['public-url']
    if (!folder || !publicUrl || !URL.canParse(publicUrl)) throw new Error(`usage: ${newInstallation.usage}`)
    const { pooler, database } = values
    for (const server of [pooler, database])
      if (!/^[\w.-]+:\d+$/.test(server)) throw new Error(`${server} is not HOST:PORT`)
    const files = makeFiles(new URL(publicUrl), { pooler, database })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    // Nothing is overwritten: what an older key signed or encrypted would be lost.
    for (const [name, text] of Object.entries(files))
      await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' })
    console.log(`${Object.keys(files).length} files are in ${folder}. Keep a copy of them in a safe place.`)
    return 0
  },
}

const random = () => randomBytes(24).toString('hex')

type Servers = { pooler: string; database: string }

/** What the processes of a deployment need to know, each in a file that no other process is given. */
function makeFiles({ origin, host }: URL, servers: Servers): Record<string, string> {
  const passwords = { postgres: random(), atelier_api: random(), atelier_worker: random() }
  const engine = newEngineKey()
  const signer = generateKeyPairSync('ed25519').privateKey
  const storage = { id: randomBytes(10).toString('hex'), secret: random() }
  const database = (user: keyof typeof passwords, server: string) =>
    `postgres://${user}:${passwords[user]}@${server}/atelier`
  const databaseOf = (user: 'atelier_api' | 'atelier_worker') => ({
    DATABASE_URL: database(user, servers.pooler),
    DATABASE_DIRECT_URL: database(user, servers.database),
  })
  const s3 = { S3_ACCESS_KEY_ID: storage.id, S3_SECRET_ACCESS_KEY: storage.secret }
  const ledger = { LEDGER_PUBLIC_KEYS: writePublicKey(signer) }
  const shared = { PUBLIC_URL: origin, CALLBACK_SECRET: randomBytes(32).toString('hex'), ...s3, ...ledger }
  return {
    'api.env': lines({
      ...databaseOf('atelier_api'),
      ...shared,
      FACTOR_KEYS: randomBytes(32).toString('base64'),
    }),
    'worker.env': lines({
      ...databaseOf('atelier_worker'),
      ...shared,
      ENGINE_PUBLIC_KEY: engine.publicKey,
    }),
    'signer.env': lines({ ...databaseOf('atelier_worker'), ...s3, ...ledger }),
    'migrate.env': lines({
      DATABASE_URL: database('atelier_worker', servers.database),
      MIGRATION_DATABASE_URL: database('postgres', servers.database),
    }),
    'postgres.env': lines({
      POSTGRES_PASSWORD: passwords.postgres,
      API_PASSWORD: passwords.atelier_api,
      WORKER_PASSWORD: passwords.atelier_worker,
    }),
    'storage.env': lines({ ROOT_ACCESS_KEY_ID: storage.id, ROOT_SECRET_ACCESS_KEY: storage.secret }),
    'proxy.env': lines({ ATELIER_DOMAIN: host }),
    'userlist.txt': Object.entries(passwords)
      .filter(([user]) => user !== 'postgres')
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
    'engine-key.pem': engine.privatePem,
    'signing-key.pem': signer.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

const lines = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
