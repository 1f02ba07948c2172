import { REFERENCES_PER_JOB } from '@atelier/contract'
import type { ResolvedReferences } from './resolve-references.ts'

/** What a caller should know about its references, as sentences; nothing when all went as asked. */
export function describeReferences({ dropped, productWithoutPhotos }: ResolvedReferences): string[] {
  const sentences: string[] = []
  if (productWithoutPhotos)
    sentences.push(
      'The product has no photo yet, so the job has no reference to it. Add a photo to show the product.',
    )
  if (dropped.length > 0) {
    // By their ids: a label is somebody's text, and a message of ours never speaks with another's words.
    const ids = dropped.map(({ photoReferenceId }) => photoReferenceId).join(', ')
    sentences.push(`Not used, because of the limit of ${REFERENCES_PER_JOB} references: ${ids}.`)
  }
  return sentences
}
