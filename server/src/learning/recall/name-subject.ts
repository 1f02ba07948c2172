import type { Fact } from './fact.ts'
import type { QuotedText } from './quoted-text.ts'

type Subject = Pick<Fact, 'productId' | 'platformAdId' | 'refs' | 'pattern'>

/**
 * The product and the creative or ad that each line is about, so that a reader can act on it. A product is
 * named once for the lines that follow each other, because a block has few tokens. Patterns with the same
 * ingredients also say how they are counted, because nothing else tells them apart.
 */
export const nameSubjects = (subjects: Subject[], names: ReadonlyMap<string, string>): QuotedText[] =>
  subjects.map((subject, at) => {
    const before = subjects[at - 1]?.productId ?? ''
    const name = names.get(subject.productId ?? '')
    const product =
      name === undefined ? [] : before === subject.productId ? SAME : ['product ', { quoted: name }]
    const isAmbiguous = subjects.some((other) => other !== subject && isNamesake(subject, other))
    const rest = isAmbiguous ? (subject.pattern?.counting ?? []) : nameCreative(subject)
    const separator = product.length > 0 && rest.length > 0 ? [', '] : []
    return [...product, ...separator, ...rest]
  })

const isNamesake = (one: Subject, other: Subject): boolean =>
  one.pattern !== undefined && one.pattern.title === other.pattern?.title && one.productId === other.productId

const SAME: QuotedText = ['same product']

function nameCreative({ platformAdId, refs }: Subject): QuotedText {
  if (refs.generatedMediaId !== undefined) return [`creative ${refs.generatedMediaId}`]
  return platformAdId ? ['ad ', { quoted: platformAdId }] : []
}
