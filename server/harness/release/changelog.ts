const UNRELEASED = '## Unreleased\n'

/** What changed since the last release: the text below its heading, without the heading. */
export function readUnreleased(changelog: string): string {
  const begin = changelog.indexOf(UNRELEASED)
  if (begin === -1) throw new Error('CHANGELOG.md has no section "## Unreleased"')
  const text = changelog.slice(begin + UNRELEASED.length)
  const end = text.search(/^## /m)
  return (end === -1 ? text : text.slice(0, end)).trim()
}

/** The same changelog, in which what was unreleased belongs to a version. */
export const closeUnreleased = (changelog: string, version: string, day: string): string =>
  changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} - ${day}\n`)
