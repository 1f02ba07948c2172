export type Instruction = { word: string; text: string }

/** The instructions of a Dockerfile: comments are left out, continued lines are joined. */
export function readDockerfile(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  return lines
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? []
      return { word: word.toUpperCase(), text: rest.trim() }
    })
}

/** A command as a JSON array, or as a line for the shell. */
export const readCommand = (text: string): string[] =>
  text.startsWith('[') ? (JSON.parse(text) as string[]) : ['sh', '-c', text]
