import type { Palette } from './palettes.ts'
import { box, circle, d } from './write-svg.ts'

export interface Caption {
  prompt: string
  detail: string
  labels: readonly string[]
}

const PROMPT_READ_CHARS = 400
const CHIPS_MAX = 4
const CHIP_CHARS = 22
const CHIP_INK = '#2b2230'

/** The words on a picture: the prompt and a small line at the bottom, chips for the references at the top. */
export function writeCaption(caption: Caption, palette: Palette, width: number, height: number): string {
  const unit = Math.min(width, height) / 100
  const margin = unit * 6
  const size = unit * 3.1
  const linesMax = height > width ? 4 : height === width ? 3 : 2
  const lines = wrap(plain(caption.prompt), (width - margin * 2) / size, linesMax)
  const bottom = height - unit * 4.8
  const detail = text(margin, bottom, unit * 1.9, caption.detail, `fill="${palette.ink}" fill-opacity=".68"`)
  const prompt = lines.map((line, k) => {
    const y = bottom - unit * 3.9 - (lines.length - 1 - k) * size * 1.32
    return text(margin, y, size, line, `fill="${palette.ink}"`)
  })
  return prompt.join('') + detail + writeChips(caption.labels, palette, unit, width - margin)
}

function writeChips(labels: readonly string[], palette: Palette, unit: number, end: number): string {
  const shown = labels.slice(0, CHIPS_MAX).map((label) => shorten(plain(label) || 'reference', CHIP_CHARS))
  if (labels.length > CHIPS_MAX) shown.push(`+${labels.length - CHIPS_MAX}`)
  const size = unit * 1.9
  let x = unit * 5
  let y = unit * 5
  return shown
    .map((label) => {
      const wide = widthOf(label) * size + unit * 5.4
      if (x + wide > end && x > unit * 5) {
        x = unit * 5
        y += unit * 5.4
      }
      const left = x
      x += wide + unit * 1.4
      return [
        box(left, y, wide, unit * 4.2, unit * 2.1, palette.paper),
        circle(left + unit * 2, y + unit * 2.1, unit * 0.8, palette.accent),
        text(left + unit * 3.6, y + unit * 2.78, size, label, `fill="${CHIP_INK}"`),
      ].join('')
    })
    .join('')
}

function text(x: number, y: number, size: number, words: string, look: string): string {
  return d`<text x="${x}" y="${y}" font-size="${size}" ${look}>${escapeXml(words)}</text>`
}

/**
 * One line of characters that the font can show. A prompt is a stranger's text: control and direction marks
 * could break the markup or turn the line around. Emoji, which DejaVu Sans lacks, become stars, not boxes.
 */
function plain(words: string): string {
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

/** Breaks at spaces, and inside a word only when the word alone is wider than the line. Widths are in ems. */
function wrap(words: string, lineEms: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ').flatMap((whole) => cut(whole, lineEms))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= lineEms) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  const last = [...(lines[linesMax - 1] ?? '')]
  while (widthOf(`${last.join('')}…`) > lineEms) last.pop()
  return [...lines.slice(0, linesMax - 1), `${last.join('').trimEnd()}…`]
}

function cut(word: string, lineEms: number): string[] {
  if (widthOf(word) <= lineEms) return [word]
  const parts: string[] = []
  let part = ''
  for (const sign of word) {
    if (widthOf(part + sign) > lineEms) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}

function shorten(words: string, chars: number): string {
  const signs = Array.from(words)
  if (signs.length <= chars) return words
  const start = signs.slice(0, chars - 1).join('')
  return `${start.trimEnd()}…`
}

/** Close enough to DejaVu Sans for a caption, in ems; asking the font would cost more than drawing it. */
function widthOf(words: string): number {
  let ems = 0
  for (const sign of words) {
    if (/[iljItf.,:;'!|()[\]]/.test(sign)) ems += 0.36
    else if (sign === ' ') ems += 0.32
    else if (/[mwMW@%✦…]/.test(sign)) ems += 0.95
    else if (/[A-Z&#]/.test(sign)) ems += 0.7
    else if (sign < '\u0600') ems += 0.62
    else ems += 1.05
  }
  return ems
}
