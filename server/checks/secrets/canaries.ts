import { randomBytes } from 'node:crypto'

/** A text that must not appear. A prompt may be in the rows of its job, where it is stored rightly. */
export type Canary = { name: string; text: string; isPrompt: boolean }

export type Canaries = {
  all: Canary[]
  /** Remembers what the service made or was given. */
  add(name: string, text: string | undefined): string
  /** A new word for a prompt. */
  newPrompt(name: string): string
  newPassword(name: string): string
}

const LEAST_CHARACTERS = 12

export function newCanaries(): Canaries {
  const all: Canary[] = []
  const keep = (name: string, text: string, isPrompt: boolean) => {
    if (text.length < LEAST_CHARACTERS) throw new Error(`the ${name} is too short to be looked for`)
    if (!all.some((one) => one.text === text)) all.push({ name, text, isPrompt })
    return text
  }
  const word = () => `canary${randomBytes(10).toString('hex')}`
  return {
    all,
    add: (name, text = '') => keep(name, text, false),
    newPrompt: (name) => keep(name, word(), true),
    newPassword: (name) => keep(name, `Pw-${word()}`, false),
  }
}
