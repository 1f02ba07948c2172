import type { Double, Task } from '../core/index.ts'
import { echoOrder, makeFiles } from './build-result.ts'
import type { ImageOrder } from './read-order.ts'
import { readUsage } from './token-usage.ts'

/** The answer to `stream: true`. All events come at the end; the real ones come while the picture is made. */
export async function buildEvents(double: Double, task: Task): Promise<Buffer> {
  const { partialImages } = task.extra.order as ImageOrder
  const name = task.extra.route === 'edit' ? 'image_edit' : 'image_generation'
  const files = await makeFiles(double, task)
  const events = files.flatMap((file) => {
    const shared = {
      b64_json: file.toString('base64'),
      created_at: Math.floor(task.acceptedAt / 1000),
      ...echoOrder(task),
    }
    const partial = Array.from({ length: partialImages }, (_, index) =>
      writeEvent(`${name}.partial_image`, { ...shared, partial_image_index: index }),
    )
    return [...partial, writeEvent(`${name}.completed`, { ...shared, usage: readUsage(task) })]
  })
  return Buffer.from(events.join(''))
}

const writeEvent = (type: string, value: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`
