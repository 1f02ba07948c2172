import { REFERENCES_PER_JOB } from '@atelier/contract'
import type { ResolvedReferences } from './resolve-references.ts'

/** Sentences about references that were not used as requested; empty when all were. */
export function describeReferences({ dropped, productWithoutPhotos }: ResolvedReferences): string[] {
  const sentences: string[] = []
  if (productWithoutPhotos)
    sentences.push(
      'The product has no photo yet, so the job has no reference to it. Add a photo to show the product.',
    )
  if (dropped.length > 0) {
    // Ids, not labels: a label is text of a user and must never appear in a message of the service.
    const ids = dropped.map(({ photoReferenceId }) => photoReferenceId).join(', ')
    sentences.push(`Not used, because of the limit of ${REFERENCES_PER_JOB} references: ${ids}.`)
  }
  return sentences
}
