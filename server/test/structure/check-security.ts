import type { SourceFile } from './read-repository.ts'

/** What sources must not contain, save in the files that are named with their reason beside them. */
export type Ban = {
  /** What the rule keeps up, as a sentence: the title of its test. */
  sentence: string
  within: RegExp
  pattern: RegExp
  /** Files that may, and why nothing follows from it. */
  allowed?: Record<string, string>
  /** A line that the rule must report. */
  example: string
}

const SERVER = /^(?:server\/src|contract\/src)\/.+\.ts$/
const PAGES = /^dashboard\/(?:src\/.+\.tsx?|index\.html)$/
const SHIPPED = /^(?:server\/src|contract\/src|client\/src|dashboard\/src)\/.+\.tsx?$/

export const bans: Ban[] = [
  {
    sentence: 'a program is started with a list of arguments, never by a text that a shell reads',
    within: SERVER,
    pattern: /(?<![.\w])(?:exec|execSync|execFileSync|spawnSync)\(|\bshell: (?!false)/,
    example: "execSync('ffprobe ' + path)",
  },
  {
    sentence: 'no text is run as code',
    within: SHIPPED,
    pattern: /\beval\(|\bnew Function\b|from 'node:vm'|\bsetTimeout\(['"`]/,
    allowed: {
      'server/src/platform/memory/new-buffer-collector.ts': 'reaches the collector of memory, by a constant',
    },
    example: 'const read = new Function(text)',
  },
  {
    sentence: 'the pages never write markup: every text goes through React',
    within: PAGES,
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|javascript:/,
    example: '<p dangerouslySetInnerHTML={{ __html: text }} />',
  },
  {
    sentence: 'no window is sent messages, and none is listened to',
    within: PAGES,
    pattern: /\bpostMessage\(|addEventListener\(\s*'message'|\bonmessage\b/,
    allowed: {
      'dashboard/src/api/share-changes.ts':
        'a channel between pages of our own origin: no other site can join it',
      'dashboard/src/api/watch-user.ts': 'the same, for who signed in',
    },
    example: "window.addEventListener('message', read)",
  },
  {
    sentence: 'the pages keep a language, a choice of shortcuts and two times in the browser alone',
    within: PAGES,
    pattern: /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|caches\.open)\b/,
    allowed: {
      'dashboard/src/shell/shortcuts.ts': 'whether single letters are shortcuts',
      'dashboard/src/words/words-provider.tsx': 'the language',
      'dashboard/src/pages/home/last-visit.ts': 'the times of the last two visits',
    },
    example: "sessionStorage.setItem('prompt', prompt)",
  },
  {
    sentence: 'a password is pasted and filled in as its user likes',
    within: PAGES,
    pattern: /onPaste=\{|name="password"[^>]*autoComplete="off"|type="password"[^>]*autoComplete="off"/,
    example: '<input type="password" onPaste={refuse} />',
  },
  {
    sentence: 'hashes and signatures are SHA-256, of passwords Argon2id, of keys Ed25519',
    within: SHIPPED,
    pattern: /create(?:Hash|Hmac)\('(?!sha256')|\bhash\('(?!sha256')|generateKeyPair(?:Sync)?\('(?!ed25519')/,
    allowed: {
      'server/src/access/factors/one-time-code.ts': 'RFC 6238, as authenticators have it: an HMAC',
      'server/src/production/results/open-spool.ts': 'MD5 beside SHA-256: a sum that upload APIs ask for',
    },
    example: "createHash('md5').update(token)",
  },
  {
    sentence: 'what is encrypted is encrypted with AES-256-GCM',
    within: SHIPPED,
    pattern: /create(?:C|Dec)ipheriv\((?!CIPHER,)|CIPHER = '(?!aes-256-gcm')|\b(?:public|private)Encrypt\(/,
    example: "createCipheriv('aes-256-cbc', key, iv)",
  },
  {
    sentence: 'nothing that must not be guessed comes from Math.random',
    within: SHIPPED,
    pattern: /Math\.random/,
    allowed: {
      'server/src/platform/db/open-db.ts': 'a pause before a transaction is tried again',
      'server/src/production/timing/plan-wait.ts': 'spreads the checks of jobs',
      'client/src/send.ts': 'a pause before a call is repeated',
    },
    example: 'const token = Math.random().toString(36)',
  },
  {
    sentence: 'a pattern is never made of a text from outside',
    within: /^server\/src\/.+\.ts$/,
    pattern: /new RegExp\(/,
    allowed: {
      'server/src/catalog/search/split-words.ts': 'of a constant',
      'server/src/catalog/search/stem-word.ts': 'of constants',
      'server/src/edge/mcp/describe-refusal.ts': 'of the table of tools',
      'server/src/learning/portability/parse-amount.ts': 'of two constants, chosen by the separator',
      'server/src/platform/config/read-mail-settings.ts': 'of a constant',
      'server/src/platform/db/failures.ts': 'of constants',
      'server/src/platform/storage/read-listing.ts': 'of the names of three elements',
      'server/src/production/media/load-rendition-source.ts': 'of the names of placements',
    },
    example: 'new RegExp(query.text)',
  },
  {
    sentence: 'other sites read files and documents for everybody, and nothing else',
    within: SERVER,
    pattern: /access-control-allow/i,
    allowed: {
      'server/src/edge/routes/photos-serve.get.ts': 'files, whose addresses are their only key',
      'server/src/platform/agent-files/read-agent-files.ts': 'what agent hosts install',
    },
    example: "'access-control-allow-origin': headers.origin",
  },
  {
    sentence: 'no connection goes on without a valid certificate',
    within: SERVER,
    pattern:
      /rejectUnauthorized(?!: true)|TLS_REJECT|checkServerId|minVersion(?!: 'TLSv1\.[23]')|insecureHTTP/,
    example: 'rejectUnauthorized: false',
  },
  {
    sentence: 'no answer of another service leads to a further address by itself',
    within: SERVER,
    pattern: /(?<![.\w])fetch\((?!url: string)|interceptors\.redirect|redirect: 'follow'|maxRedirections/,
    allowed: {
      'server/src/edge/installation/check-dependencies.ts': 'an operator asks for the settings to be checked',
      'server/src/adapters/questions/ask-kie.ts': 'an operator asks a provider with a key',
    },
    example: 'const answer = await fetch(url)',
  },
  {
    sentence: 'lines go to the standard output by one log, and to no file and no service',
    within: /^server\/src\/(?!edge\/(?:backups|commands|installation)\/).+\.ts$/,
    pattern: /\bpino(?:\(|\.(?!Logger))|\bconsole\.\w+\(|process\.std(?:out|err)|from 'node:console'/,
    allowed: {
      'server/src/platform/log/open-log.ts': 'the log',
      'server/src/edge/command-line/command.ts': 'warnings to who typed a command',
      'server/src/entry/admin.ts': 'how a command is typed',
      'server/src/entry/main.ts': 'how a process is started',
    },
    example: 'console.log(order.prompt)',
  },
]

export const findBanned = (files: SourceFile[], { within, pattern, allowed = {} }: Ban): string[] =>
  files
    .filter(({ path }) => within.test(path) && !/\.test\.tsx?$/.test(path) && !(path in allowed))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        pattern.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line)
          ? [`${path}:${index + 1}: ${line.trim()}`]
          : [],
      ),
    )

/** Exceptions that nothing needs any more. */
export const findUnused = (files: SourceFile[], { pattern, allowed = {} }: Ban): string[] =>
  Object.keys(allowed).filter((name) => !files.some(({ path, text }) => path === name && pattern.test(text)))
