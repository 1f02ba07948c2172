import { randomBytes } from 'node:crypto'

export type NewBackupConfig = {
  stanza: string
  dataDir: string
  endpoint: URL
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** A file with the authority that signed the certificate of the storage, if it is not a public one. */
  caFile: string | undefined
  /** How Postgres is reached on this machine. */
  socketDir: string
  port: number
  user: string
  retentionDays: number
}

/** The configuration of pgBackRest: encrypted, in S3, with everything of at least so many days. */
export function writeBackupConfig(config: NewBackupConfig): string {
  const { endpoint, caFile } = config
  const options = {
    'repo1-type': 's3',
    'repo1-s3-endpoint': endpoint.hostname,
    'repo1-storage-port': endpoint.port || '443',
    'repo1-s3-region': config.region,
    'repo1-s3-bucket': config.bucket,
    'repo1-s3-uri-style': 'path',
    'repo1-s3-key': config.accessKeyId,
    'repo1-s3-key-secret': config.secretAccessKey,
    ...(caFile && { 'repo1-storage-ca-file': caFile }),
    'repo1-path': `/${config.stanza}`,
    'repo1-cipher-type': 'aes-256-cbc',
    'repo1-cipher-pass': randomBytes(48).toString('base64'),
    'repo1-retention-full-type': 'time',
    'repo1-retention-full': String(config.retentionDays),
    'repo1-bundle': 'y',
    'repo1-block': 'y',
    'compress-type': 'zst',
    // A backup begins at once instead of waiting for the next checkpoint.
    'start-fast': 'y',
    'process-max': '2',
    'log-level-file': 'off',
  }
  const database = {
    'pg1-path': config.dataDir,
    'pg1-socket-path': config.socketDir,
    'pg1-port': String(config.port),
    'pg1-user': config.user,
  }
  return `[global]\n${lines(options)}\n[${config.stanza}]\n${lines(database)}`
}

const lines = (options: Record<string, string>): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
