import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Command } from '#edge/command-line'
import { writeBackupConfig } from './write-backup-config.ts'

const options = {
  endpoint: { type: 'string' },
  bucket: { type: 'string' },
  data: { type: 'string' },
  region: { type: 'string', default: 'us-east-1' },
  ca: { type: 'string' },
  name: { type: 'string', default: 'atelier' },
  socket: { type: 'string', default: '/var/run/postgresql' },
  port: { type: 'string', default: '5432' },
  user: { type: 'string', default: 'postgres' },
  days: { type: 'string', default: '30' },
} as const

export const newBackupConfig: Command = {
  name: 'new-backup-config',
  usage:
    'new-backup-config <file> --endpoint https://... --bucket NAME --data FOLDER\n' +
    '                                         make the configuration of pgBackRest; standard input has\n' +
    '                                         the id of the key of the bucket and its secret, a line each',
  async run(args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file] = positionals
    const { endpoint = '', bucket, data, days, port } = values
    if (!file || !bucket || !data) throw new Error(`usage: ${newBackupConfig.usage}`)
    if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'https:')
      throw new Error('--endpoint must begin with https://: pgBackRest speaks to S3 over TLS only')
    if (!(Number(days) >= 1) || !(Number(port) > 0)) throw new Error('--days and --port are numbers')
    const [accessKeyId, secretAccessKey] = (await text(process.stdin)).split('\n').map((line) => line.trim())
    if (!accessKeyId || !secretAccessKey)
      throw new Error('standard input must have two lines: the id of the key, and its secret')
    const config = writeBackupConfig({
      ...{ stanza: values.name, dataDir: data, endpoint: new URL(endpoint), region: values.region, bucket },
      ...{ accessKeyId, secretAccessKey, caFile: values.ca, socketDir: values.socket },
      ...{ port: Number(port), user: values.user, retentionDays: Number(days) },
    })
    // Never overwritten: without the cipher pass in it, what was backed up cannot be read.
    await writeFile(file, config, { mode: 0o640, flag: 'wx' })
    console.log(
      [
        `${file} is written. Keep a copy of it in another place than the backups: without its cipher pass`,
        'they cannot be read. Postgres must be able to read it. Add to postgresql.conf, and restart it:',
        '  archive_mode = on',
        `  archive_command = 'pgbackrest --config=${file} --stanza=${values.name} archive-push %p'`,
        '  archive_timeout = 60',
      ].join('\n'),
    )
    return 0
  },
}
