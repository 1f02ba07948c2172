import type { Language } from '@atelier/contract'
import type { Block, Text } from './letter.ts'

/** The plain text, and a simple page for programs that show HTML: no pictures, nothing from elsewhere. */
export function writeMessage({ subject, blocks }: Text, language: Language) {
  return {
    subject,
    text: `${blocks.map((block) => asText(block, language)).join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${language === 'zh' ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8">` +
      `<title>${escaped(subject)}</title></head>` +
      `<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:1em">` +
      `${blocks.map(asHtml).join('')}</body></html>`,
  }
}

const asText = (block: Block, language: Language): string =>
  typeof block === 'string' ? block : `${block.label}${language === 'zh' ? '：' : ':'}\n${block.link}`

const asHtml = (block: Block): string =>
  typeof block === 'string'
    ? `<p>${escaped(block).replaceAll('\n', '<br>')}</p>`
    : `<p><a href="${escaped(block.link)}">${escaped(block.label)}</a></p>`

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
