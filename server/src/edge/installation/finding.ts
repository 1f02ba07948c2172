/** What a check found. A failure says what to do; a note is no reason not to start. */
export type Finding =
  | { kind: 'ok'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'failure'; text: string; remedy: string }

export const ok = (text: string): Finding => ({ kind: 'ok', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
export const failure = (text: string, remedy: string): Finding => ({ kind: 'failure', text, remedy })
