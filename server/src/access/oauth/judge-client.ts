import type { ClientWarning } from '@atelier/contract'
import type { Client } from './client.ts'
import { hostOfRedirect, type Redirect } from './redirect-uri.ts'

/** Names that owners trust, and the hosts that may use them. `atelier` is ours: no client may. */
const KNOWN: Record<string, readonly string[]> = {
  claude: ['claude.ai', 'claude.com'],
  anthropic: ['claude.ai', 'claude.com', 'anthropic.com'],
  chatgpt: ['chatgpt.com', 'openai.com'],
  openai: ['chatgpt.com', 'openai.com'],
  codex: ['chatgpt.com', 'openai.com'],
  cursor: ['cursor.com', 'cursor:'],
  vscode: ['vscode.dev', 'vscode:', 'vscode-insiders:'],
  visualstudio: ['vscode.dev', 'vscode:', 'vscode-insiders:'],
  copilot: ['github.com', 'vscode.dev', 'vscode:', 'vscode-insiders:'],
  // Below other names of google.com anybody may publish a program.
  gemini: ['gemini.google.com'],
  google: ['gemini.google.com'],
  hermes: ['nousresearch.github.io'],
  openclaw: ['openclaw.ai'],
  atelier: [],
}

/** What an owner has to know before a client is allowed something. */
export function judgeClient({ name, documentHost }: Client, redirect: Redirect): ClientWarning[] {
  const host = hostOfRedirect(redirect)
  const isLocal = redirect.kind === 'loopback'
  // A program on the computer has no host, and what extensions of a program share is its scheme. A document
  // has a host, which the name has to be right for as well.
  const hosts = isLocal ? [documentHost] : [host, ...(documentHost === null ? [] : [documentHost])]
  const isLike = hosts.some((one) => isLookAlike(name, one) || isDisguised(one))
  const isElsewhere = documentHost !== null && redirect.kind === 'server' && !isBelow(host, documentHost)
  return [
    ...(isLocal ? (['loopback'] as const) : []),
    ...(documentHost === null ? (['unverified'] as const) : []),
    ...(isLike ? (['look_alike'] as const) : []),
    ...(isElsewhere ? (['other_host'] as const) : []),
  ]
}

/** The same host or one below it; `www.` in front of the other is the same host, too. */
const isBelow = (host: string, of: string): boolean => {
  const bare = of.replace(/^www\./, '')
  return host === bare || host.endsWith(`.${bare}`)
}

/** A host with letters of several scripts, as it stands in the DNS. */
const isDisguised = (host: string | null): boolean => /(?:^|\.)xn--/.test(host ?? '')

function isLookAlike(name: string, host: string | null): boolean {
  const words = name.split(/[\s\p{P}\p{S}]+/u).map(skeletonOf)
  const together = skeletonOf(name)
  return Object.entries(KNOWN).some(([word, hosts]) => {
    const known = skeletonOf(word)
    const isNamed = together.includes(known) || words.some((one) => isNear(one, known))
    return isNamed && !hosts.some((one) => host !== null && isBelow(host, one))
  })
}

/** Letters, digits and signs that are drawn alike; the first of each group stands for all of them. */
const ALIKE = [
  'aаα4@',
  'cсϲ',
  'dԁ',
  'eеε3',
  'gɡ9',
  'hһ',
  'lіι1!|iӏı',
  'jј',
  'kκк',
  'oоο0',
  'pрρ',
  'sѕ5$',
  'tт7',
]
const ALSO_ALIKE = ['uυ', 'vѵν', 'xх', 'yу']

const SIMILAR = new Map(
  [...ALIKE, ...ALSO_ALIKE].flatMap((group) => {
    const [first = '', ...others] = [...group]
    return others.map((one) => [one, first] as const)
  }),
)

/** How a name looks: without accents, case and signs, and with one letter for those that look alike. */
const skeletonOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => SIMILAR.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One letter changed, added, left out, or swapped with its neighbour. Short words are too near to others. */
function isNear(word: string, known: string): boolean {
  if (known.length < 6 || Math.abs(word.length - known.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === known[start]) start++
  const [left, right] = [word.slice(start), known.slice(start)]
  const isSwapped =
    left.slice(0, 2) === [...right.slice(0, 2)].reverse().join('') && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}
