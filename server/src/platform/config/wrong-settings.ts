/** Environment variables are missing or wrong. The message lists them, one line each, for the operator. */
export class WrongSettings extends Error {
  constructor(lines: readonly string[]) {
    super(['Environment variables are missing or wrong:', ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}
