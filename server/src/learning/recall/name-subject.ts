import type { Fact } from './fact.ts'
import type { QuotedText } from './quoted-text.ts'

type Subject = Pick<Fact, 'productId' | 'platformAdId' | 'refs'>

/**
 * The product and the creative or ad that each line is about, so that a reader can act on it. A product is
 * named once for the lines that follow each other, because a block has few tokens.
 */
export const nameSubjects = (subjects: Subject[], names: ReadonlyMap<string, string>): QuotedText[] =>
  subjects.map((subject, at) => {
    const before = subjects[at - 1]?.productId ?? ''
    const name = names.get(subject.productId ?? '')
    const product =
      name === undefined ? [] : before === subject.productId ? SAME : ['product ', { quoted: name }]
    const creative = nameCreative(subject)
    const separator = product.length > 0 && creative.length > 0 ? [', '] : []
    return [...product, ...separator, ...creative]
  })

const SAME: QuotedText = ['same product']

function nameCreative({ platformAdId, refs }: Subject): QuotedText {
  if (refs.generatedMediaId !== undefined) return [`creative ${refs.generatedMediaId}`]
  return platformAdId ? ['ad ', { quoted: platformAdId }] : []
}
