import { type Double, filesOf, type Task } from '../core/index.ts'
import { makeFile } from '../media/index.ts'
import { encodePicture } from './encode-picture.ts'
import type { ImageOrder } from './read-order.ts'
import { readUsage } from './token-usage.ts'

/** A multiple of three, so that pieces of base64 can be joined; not more is held as a text at once. */
const SLICE_BYTES = 3 << 20

export async function makeFiles(double: Double, task: Task): Promise<Buffer[]> {
  const { format } = task.extra.order as ImageOrder
  const made = Array.from({ length: filesOf(task) }, async (_, index) =>
    encodePicture(await makeFile(double, task, index), format),
  )
  return Promise.all(made)
}

/** The fields that echo the order, in results and in events. */
export function echoOrder({ extra }: Task) {
  const { background, format, quality, width, height } = extra.order as ImageOrder
  return { background, output_format: format, quality, size: `${width}x${height}` }
}

/** The JSON of a result, written into one buffer: 80 MB of base64 must not be copied many times. */
export async function buildResult(double: Double, task: Task): Promise<Buffer> {
  const files = await makeFiles(double, task)
  const { background, ...echo } = echoOrder(task)
  const created = Math.floor(task.acceptedAt / 1000)
  const usage = readUsage(task)
  const head = `{"created":${created},"background":${JSON.stringify(background)},"data":[`
  // Of the separate usage of SVG only the total is read by anyone; its size is made up.
  const svg = echo.output_format === 'svg' ? { svg_usage: svgUsage(files.length) } : {}
  const tail = `],${JSON.stringify({ ...echo, usage, ...svg }).slice(1)}`
  const [open, close] = ['{"b64_json":"', '"}']
  const itemBytes = ({ length }: Buffer) => open.length + 4 * Math.ceil(length / 3) + close.length
  const commas = Math.max(0, files.length - 1)
  const sizeBytes = files.reduce((sum, file) => sum + itemBytes(file), head.length + commas + tail.length)
  const body = Buffer.alloc(sizeBytes)
  let at = 0
  const write = (text: string) => {
    at += body.write(text, at, 'latin1')
  }
  write(head)
  for (const [index, file] of files.entries()) {
    write(index === 0 ? open : `,${open}`)
    for (let from = 0; from < file.length; from += SLICE_BYTES)
      write(file.toString('base64', from, from + SLICE_BYTES))
    write(close)
  }
  write(tail)
  return body
}

function svgUsage(files: number) {
  const [input_tokens, output_tokens] = [50 * files, 800 * files]
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
}
