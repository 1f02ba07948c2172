const BOUNDARY = 'boundary-of-a-check'

/** A multipart form as bytes, so that it can be sent many times at no cost. */
export function writeMultipart(
  fields: Record<string, string>,
  file: Buffer,
): { type: string; bytes: Buffer } {
  const part = (disposition: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`)
  const head = `${texts.join('')}${part('name="file"; filename="picture.png"')}`
  const bytes = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes }
}
