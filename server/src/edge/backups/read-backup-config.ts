import { readFile, stat } from 'node:fs/promises'

/** A configuration of pgBackRest that the commands can work with. */
export type BackupConfig = {
  file: string
  /** The name of the database cluster in the repository. */
  stanza: string
  /** The data directory of Postgres. */
  dataDir: string
  /** How long a full backup stays, as the configuration says. */
  retention: string
}

class WrongBackupConfig extends Error {}

type Options = Map<string, string>

/** Reads the configuration, and refuses one whose repository is readable without a password. */
export async function readBackupConfig(file: string): Promise<BackupConfig> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongBackupConfig(
      `${file} cannot be read (${error.code}). Make one with pnpm admin new-backup-config, or set ` +
        'BACKUP_CONFIG.',
    )
  })
  const sections = readSections(text)
  const [stanza, ...others] = [...sections.keys()].filter((name) => !/^global\b|:/.test(name))
  if (!stanza || others.length > 0)
    throw new WrongBackupConfig(`${file} must have one section besides [global], named after the database.`)
  const options: Options = new Map([...(sections.get('global') ?? []), ...(sections.get(stanza) ?? [])])
  const dataDir = options.get('pg1-path')
  if (!dataDir) throw new WrongBackupConfig(`${file} must say where the data is: pg1-path in [${stanza}].`)
  refusePlain(file, options)
  const { mode } = await stat(file)
  if ((mode & 0o007) !== 0)
    throw new WrongBackupConfig(`${file} can be read by every user and holds keys: chmod o= ${file}`)
  return { file, stanza, dataDir, retention: describeRetention(options) }
}

function readSections(text: string): Map<string, Options> {
  const sections = new Map<string, Options>()
  let options: Options = new Map()
  for (const line of text.split('\n').map((one) => one.trim())) {
    const section = /^\[(.+)\]$/.exec(line)?.[1]
    const [, name, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (section) {
      options = sections.get(section) ?? new Map()
      sections.set(section, options)
    } else if (name && value !== undefined) options.set(name, value)
  }
  return sections
}

/** Rows hold prompts, e-mail addresses and hashes of passwords: no repository may hold them as they are. */
function refusePlain(file: string, options: Options): void {
  const repositories = new Set([...options.keys()].flatMap((name) => /^repo\d+(?=-)/.exec(name)?.[0] ?? []))
  if (repositories.size === 0) throw new WrongBackupConfig(`${file} names no repository (repo1-...).`)
  for (const repository of repositories)
    if (
      options.get(`${repository}-cipher-type`) !== 'aes-256-cbc' ||
      !options.get(`${repository}-cipher-pass`)
    )
      throw new WrongBackupConfig(
        `${file}: ${repository} is not encrypted. Set ${repository}-cipher-type=aes-256-cbc and ` +
          `${repository}-cipher-pass; a repository that exists unencrypted needs another ${repository}-path.`,
      )
}

function describeRetention(options: Options): string {
  const full = options.get('repo1-retention-full')
  if (!full) return 'no backup is ever removed: set repo1-retention-full'
  const unit = options.get('repo1-retention-full-type') === 'time' ? 'days' : 'full backups'
  return `${full} ${unit} are retained`
}
