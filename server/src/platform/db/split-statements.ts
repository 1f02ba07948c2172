const MARK = /^-- outside a transaction\b/

/** Whether the first line of a migration says that its statements refuse a transaction. */
export const isOutside = (text: string): boolean => MARK.test(text)

/** The statements of such a file: each ends with a semicolon at the end of its line. */
export const splitStatements = (text: string): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
