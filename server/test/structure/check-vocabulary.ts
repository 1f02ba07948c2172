import type { SourceFile } from './read-repository.ts'

type ForbiddenWord = { word: string; pattern: RegExp; use: string }

const forbid = (word: string, pattern: RegExp, use: string): ForbiddenWord => ({ word, pattern, use })

/** Words of an old private vocabulary, and their replacements. Patterns match the output of `splitNames`. */
const FORBIDDEN: ForbiddenWord[] = [
  forbid(
    'room',
    // "makes room for" is plain English.
    /(?<!\b(?:makes?|made|making|leaves?|gives?|finds?|has|is|no) )\brooms?\b(?! (?:for|again|back)\b)/,
    'module',
  ),
  forbid('doorman', /\bdoorm[ae]n\b/, 'thin adapter'),
  forbid('house', /\bhouses?\b/, 'system, service'),
  forbid('forced door', /\bforced doors?\b/, 'deep import'),
  forbid('sinner', /\bsinners?\b/, 'violation'),
  forbid('tidy test', /\btidy tests?\b/, 'structure test'),
  forbid('shelf', /\bshel(?:f|ves)\b/, 'product evidence, product conclusions; folder, storage'),
  forbid('league', /\bleagues?\b/, 'comparison group'),
  forbid('kept notes', /\bkept notes?\b/, 'notes'),
  forbid('place in the minute', /\bplaces? in the minute\b/, 'rate-limit slot'),
  forbid('night alone', /\bnights? alone\b/, 'restricted key'),
  forbid('furnish', /\bfurnish(?:es|ed)?\b/, 'create, seed'),
  forbid('spoilt', /\bspoil(?:t|s|ed)?\b/, 'mutated, corrupted'),
  forbid('planted bug', /\bplant(?:s|ed)? (?:a )?bugs?\b/, 'injected bug'),
  forbid('dice', /\bdice\b/, 'random'),
  forbid('stranger', /\bstrangers?\b/, 'another user, unauthenticated caller'),
  forbid('somebody', /\bsomebody\b/, 'a user, a caller, another user'),
  forbid('whoever', /\bwhoever\b/, 'a user who, a caller that'),
  forbid('anew', /\banew\b/, 'again'),
  forbid('dawdle', /\bdawdl(?:e|es|ed|ing)\b/, 'slow, to be slow'),
]

/** `path` is a file or the beginning of paths. */
type Allowance = { path: string; word: string; reason: string }

/** The only exceptions. An allowance that is not used is reported. */
const ALLOWED: Allowance[] = [
  ...[
    'server/checks/acceptance/',
    'server/harness/dev/',
    'server/harness/driver/open-system.ts',
    'server/src/edge/commands/seed.ts',
    'server/test/rules/acceptance-suite.test.ts',
  ].map((path) => ({ path, word: 'stranger', reason: 'a key of the JSON that the seed command prints' })),
  ...['0003-memory.sql', '0004-standard-names.sql'].map((name) => ({
    path: `server/src/platform/db/migrations/${name}`,
    word: 'kept notes',
    reason: 'the name of a table before migration 0004',
  })),
  { path: 'dashboard/src/shell/pages.ts', word: 'house', reason: 'the name of an icon' },
  {
    path: 'agent/test/skills/driver_shared_steps.py',
    word: 'shelf',
    reason: 'a prompt: a bathroom shelf',
  },
  {
    path: 'server/src/platform/db/migrations/0003-memory.sql',
    word: 'shelf',
    reason: 'the name of the table before migration 0004',
  },
  {
    path: 'server/src/platform/db/migrations/0004-standard-names.sql',
    word: 'shelf',
    reason: 'renames the table',
  },
]

const KINDS = /\.(?:ts|py|md|sql|sh)$/
/** A changelog tells history, and these two files list the words. */
const SKIPPED =
  /(?:^|\/)CHANGELOG\.md$|^server\/test\/structure(?:\/check-vocabulary\.ts|-vocabulary\.test\.ts)$/

/** Splits `camelCase`, `snake_case` and `kebab-case` into words, so that identifiers are checked too. */
const splitNames = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

/** Forbidden words in comments, identifiers, test names, documents and file names. */
export function checkVocabulary(files: SourceFile[], allowed = ALLOWED): string[] {
  const unused = new Set(allowed)
  const complaints = files
    .filter(({ path }) => KINDS.test(path) && !SKIPPED.test(path))
    .flatMap((file) =>
      findForbidden(file).flatMap(({ line, word, use }) => {
        const allowance = allowed.find((one) => file.path.startsWith(one.path) && one.word === word)
        if (allowance) unused.delete(allowance)
        return allowance ? [] : [`${file.path}:${line}: do not write "${word}": write ${use}`]
      }),
    )
  const stale = [...unused].map(
    ({ path, word }) => `${path} no longer contains "${word}": remove its allowance`,
  )
  return [...complaints, ...stale]
}

function findForbidden({ path, text, lines }: SourceFile): { line: number; word: string; use: string }[] {
  const [name, ...body] = [path, ...lines].map(splitNames)
  const all = splitNames(text)
  return FORBIDDEN.flatMap(({ word, pattern, use }) => {
    const found = pattern.test(all)
      ? body.flatMap((line, index) => (pattern.test(line) ? [{ line: index + 1, word, use }] : []))
      : []
    return pattern.test(name ?? '') ? [{ line: 0, word, use }, ...found] : found
  })
}
