import { type CallApi, writeForm } from '../../harness/driver/index.ts'
import type { Operation, Sender } from './draw-request.ts'

/**
 * A photo for each operation that removes one. Those that all operations know are few, and drawn calls often
 * remove them, or their product, before an operation names both.
 */
export async function keepPhotos(call: CallApi, operations: Operation[]): Promise<Sender['kept']> {
  const kept: Sender['kept'] = {}
  for (const { name, path } of operations.filter((one) => one.path.endsWith('/reference/{photoId}'))) {
    const kind = path.includes('/products/') ? 'product' : 'character'
    const holders = `/api/gen/${kind}s`
    const { id } = (await call('POST', holders, { body: { name: `kept for ${name}` } }))[kind]
    const form = await writeForm({ label: 'kept' })
    const { photo } = await call('POST', `${holders}/${id}/reference`, { form })
    kept[name] = { id, photoId: photo.id }
  }
  return kept
}
