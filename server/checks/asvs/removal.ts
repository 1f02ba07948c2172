/** A text of a file of the repository that is replaced in the copy. */
export type Edit = { file: string; from: string; to: string }

/** A defence that is taken out of a copy: the tests of each of these rows must notice it. */
export type Removal = {
  /** Ids of the standard. */
  rows: string[]
  /** What is missing then. */
  without: string
  edits: Edit[]
}

/** A removal with one edit of a source of the server. */
export const without = (
  rows: string,
  what: string,
  file: string,
  change: { from: string; to: string },
): Removal => ({
  rows: rows.split(' '),
  without: what,
  edits: [{ file: `server/src/${file}`, ...change }],
})
