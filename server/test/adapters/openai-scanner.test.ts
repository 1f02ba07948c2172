import { describe, expect, test } from 'vitest'
import { type AnswerPart, newAnswerScanner } from '../../src/adapters/openai/new-answer-scanner.ts'
import { newBase64Decoder } from '../../src/adapters/openai/new-base64-decoder.ts'

/** The rest as a value, and the base64 of each picture, from chunks of this size. */
function scanAll(text: string, chunkBytes: number) {
  const bytes = Buffer.from(text)
  const scan = newAnswerScanner()
  const parts: AnswerPart[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parts.push(...scan(bytes.subarray(at, at + chunkBytes)))
  const rest = parts.map((part) => (part.kind === 'rest' ? part.text : '')).join('')
  const pictures: string[] = []
  for (const part of parts)
    if (part.kind === 'picture') pictures[part.index] = (pictures[part.index] ?? '') + part.base64
  const ended = parts.flatMap((part) => (part.kind === 'end' ? [part.index] : []))
  return { rest: JSON.parse(Buffer.from(rest, 'latin1').toString()), pictures, ended }
}

const tricky = {
  note: 'é "b64_json":"QUJD" \\" \\\\',
  'x"b64_json': 'not a picture',
  'x\\': 'b64_json',
  b64_json_2: 'neither',
  '': 'b64_json',
  list: ['b64_json', 'x'],
  data: [{ b64_json: 'QUJD' }, { b64_json: null }, { b64_json: ['no'] }, { b64_json: 'QUJDRA==', b: 1 }],
}

describe('the scanner', () => {
  test('finds the same pictures and leaves the same rest however the answer is cut into chunks', () => {
    for (const text of [
      JSON.stringify(tricky),
      JSON.stringify(tricky, null, 2).replaceAll('": ', '" \n:\t'),
    ]) {
      for (let chunkBytes = 1; chunkBytes < 40; chunkBytes++) {
        const { rest, pictures, ended } = scanAll(text, chunkBytes)
        expect(pictures).toEqual(['QUJD', 'QUJDRA=='])
        expect(ended).toEqual([0, 1])
        const data = [{ b64_json: '0' }, tricky.data[1], tricky.data[2], { b64_json: '1', b: 1 }]
        expect(rest).toEqual({ ...tricky, data })
      }
    }
  })

  test('reads the escapes that servers use in base64, and no others', () => {
    for (let chunkBytes = 1; chunkBytes < 20; chunkBytes++) {
      const { pictures } = scanAll('{"b64_json":"a\\/b\\u002Bc\\u003d\\u003D"}', chunkBytes)
      expect(pictures).toEqual(['a/b+c=='])
    }
    for (const escaped of ['\\n', '\\"', '\\\\', '\\u00zz'])
      expect(() => scanAll(`{"b64_json":"QUJD${escaped}"}`, 3)).toThrow('no base64')
  })
})

describe('the decoder', () => {
  test('gives the same bytes however the text is cut', () => {
    for (let length = 0; length < 20; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => 251 - index * 13))
      const text = bytes.toString('base64')
      for (let size = 1; size < 10; size++) {
        const decoder = newBase64Decoder()
        const decoded: Buffer[] = []
        for (let at = 0; at < text.length; at += size)
          decoded.push(Buffer.from(decoder.decode(Buffer.from(text.slice(at, at + size)))))
        expect(Buffer.concat([...decoded, decoder.finish()]).equals(bytes)).toBe(true)
      }
    }
  })

  test('refuses what is no base64, padding in the middle and a cut end', () => {
    const decode = (text: string) => {
      const decoder = newBase64Decoder()
      decoder.decode(Buffer.from(text))
      decoder.finish()
    }
    for (const text of ['A', 'AA', 'AAA', 'AAAAA', 'AA==AAAA', 'A===', '====', 'AA-_', 'AA A', 'AAAA AAAA'])
      expect(() => decode(text), text).toThrow('base64')
  })
})
