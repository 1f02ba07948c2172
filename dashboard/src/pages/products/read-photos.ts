const KINDS = ['image/jpeg', 'image/png', 'image/webp']
const BYTES_MOST = 10_485_760
const LABEL_MOST = 100

export const ACCEPTED = KINDS.join(',')

/** What the browser names every pasted picture. */
const PASTED_NAME = 'image.png'

export type ChosenPhoto = { file: File; label: string; wrong: 'kind' | 'size' | null }

/** Which files can be stored, and the label of each: its name without the ending. */
export const readPhotos = (files: Iterable<File>, pastedLabel: string): ChosenPhoto[] =>
  [...files].map((file) => ({ file, label: labelOf(file.name, pastedLabel), wrong: wrongOf(file) }))

function labelOf(name: string, pastedLabel: string): string {
  const label = name === PASTED_NAME ? pastedLabel : name.replace(/\.[^.]+$/, '').trim()
  return [...(label || pastedLabel)].slice(0, LABEL_MOST).join('')
}

function wrongOf({ type, size }: File): ChosenPhoto['wrong'] {
  if (!KINDS.includes(type)) return 'kind'
  return size > BYTES_MOST ? 'size' : null
}
