import type { Palette } from './palettes.ts'
import { d } from './write-svg.ts'

export interface Caption {
  prompt: string
  detail: string
}

const PROMPT_READ_CHARS = 400
const LABEL_INK = '#2b2230'

/** The text on a picture: the prompt, and a small line of details below it. */
export function writeCaption(caption: Caption, palette: Palette, width: number, height: number): string {
  const unit = Math.min(width, height) / 100
  const margin = unit * 6
  const size = unit * 3.1
  const linesMax = height > width ? 4 : height === width ? 3 : 2
  const lines = wrap(sanitize(caption.prompt), (width - margin * 2) / size, linesMax)
  const bottom = height - unit * 4.8
  const detail = text(margin, bottom, unit * 1.9, caption.detail, `fill="${palette.ink}" fill-opacity=".68"`)
  const prompt = lines.map((line, k) => {
    const y = bottom - unit * 3.9 - (lines.length - 1 - k) * size * 1.32
    return text(margin, y, size, line, `fill="${palette.ink}"`)
  })
  return prompt.join('') + detail
}

/** One centred line, truncated to fit. Its ink is fixed, because paper is light in all palettes. */
export function writeLabel(
  words: string,
  { x, y, size, widthMax }: { x: number; y: number; size: number; widthMax: number },
): string {
  const clean = sanitize(words)
  const line = widthEms(clean) * size > widthMax ? truncate(clean, widthMax / size) : clean
  return text(x, y, size, line, `fill="${LABEL_INK}" text-anchor="middle"`)
}

function text(x: number, y: number, size: number, words: string, attributes: string): string {
  return d`<text x="${x}" y="${y}" font-size="${size}" ${attributes}>${escapeXml(words)}</text>`
}

/**
 * One line of characters that the font can show. A prompt is untrusted text: control and direction marks
 * could break the markup or reverse the line. Emoji, which DejaVu Sans lacks, become stars instead of boxes.
 */
function sanitize(words: string): string {
  const clean = words
    .slice(0, PROMPT_READ_CHARS * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}\p{Emoji_Modifier}]/gu, '')
    .replace(/(?![\u{80}-\u{25ff}])[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu, '✦')
  return Array.from(clean.trim()).slice(0, PROMPT_READ_CHARS).join('')
}

function escapeXml(words: string): string {
  return words.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** Breaks at spaces, and inside a word only when the word is wider than the line. Widths are in ems. */
function wrap(words: string, lineEms: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ').flatMap((part) => splitWord(part, lineEms))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthEms(longer) <= lineEms) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  return [...lines.slice(0, linesMax - 1), truncate(lines[linesMax - 1] ?? '', lineEms)]
}

function splitWord(word: string, lineEms: number): string[] {
  if (widthEms(word) <= lineEms) return [word]
  const parts: string[] = []
  let part = ''
  for (const char of word) {
    if (widthEms(part + char) > lineEms) {
      parts.push(part)
      part = ''
    }
    part += char
  }
  return [...parts, part]
}

function truncate(words: string, lineEms: number): string {
  const chars = Array.from(words)
  while (chars.length > 0 && widthEms(`${chars.join('')}…`) > lineEms) chars.pop()
  return `${chars.join('').trimEnd()}…`
}

/** An estimate for DejaVu Sans, in ems; measuring the font would cost more than drawing the text. */
function widthEms(words: string): number {
  let ems = 0
  for (const char of words) {
    if (/[iljItf.,:;'!|()[\]]/.test(char)) ems += 0.36
    else if (char === ' ') ems += 0.32
    else if (/[mwMW@%✦…]/.test(char)) ems += 0.95
    else if (/[A-Z&#]/.test(char)) ems += 0.7
    else if (char < '\u0600') ems += 0.62
    else ems += 1.05
  }
  return ems
}
