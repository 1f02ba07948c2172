import type { Fact } from './fact.ts'
import { renderText } from './quoted-text.ts'

type Line = Pick<Fact, 'kind' | 'description' | 'productId' | 'platformAdId' | 'refs'>

const TEXT_CHARACTERS = 280

/** The first lines, best first, without those that say again what another one says. */
export function withoutRepeats<T extends Line>(lines: T[], linesMax: number): T[] {
  let kept: T[] = []
  for (const line of lines) {
    if (kept.some((other) => repeats(line, other))) continue
    kept = [...kept.filter((other) => !isCepOf(other, line)), line].slice(0, linesMax)
  }
  return kept
}

/** The same words about one product, a second series of one creative or ad, or the CEP of a pattern. */
const repeats = (line: Line, other: Line): boolean =>
  (line.productId === other.productId && textOf(line) === textOf(other)) ||
  (line.kind === 'history' && other.kind === 'history' && isSameAd(line, other)) ||
  isCepOf(line, other)

const isSameAd = ({ refs, platformAdId }: Line, other: Line): boolean =>
  (refs.generatedMediaId !== undefined && refs.generatedMediaId === other.refs.generatedMediaId) ||
  (Boolean(platformAdId) && platformAdId === other.platformAdId)

/** A pattern quotes the text of its CEP. */
const isCepOf = (cep: Line, pattern: Line): boolean =>
  cep.kind === 'cep' && pattern.kind === 'pattern' && cep.refs.cepId === pattern.refs.cepId

const textOf = ({ description }: Line): string => renderText(description, TEXT_CHARACTERS)
