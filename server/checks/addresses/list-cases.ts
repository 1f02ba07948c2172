import type { AddressCase } from './address-case.ts'
import { listAnswers } from './list-answers.ts'
import { listControls } from './list-controls.ts'
import { listLiterals } from './list-literals.ts'
import { listNames } from './list-names.ts'
import { listRedirects } from './list-redirects.ts'
import { listTricks } from './list-tricks.ts'

/** The cases that must be refused, by what they try, and those that must be served. */
export const listCases = (canaryPort: number): Record<string, AddressCase[]> => ({
  'denied addresses': listLiterals(),
  'tricks of writing': listTricks(canaryPort),
  'names and servers': listNames(),
  redirects: listRedirects(canaryPort),
  answers: listAnswers(),
  'public controls': listControls(),
})
