import { Readable } from 'node:stream'

/** With one slice on its way to the client and one read ahead, a reader holds twice as much memory. */
const SLICE_BYTES = 256 * 1024

/** The bytes `from` to `to`, both inclusive; fewer at the end of the file. */
export type LoadSlice = (from: number, to: number) => Promise<Buffer>

/**
 * A file as a stream of slices. Each is loaded completely before it is passed on, so that a client that reads
 * slowly keeps no connection to the storage. The first is loaded before the stream is returned: a storage
 * that cannot be reached is noticed before an answer begins.
 */
export async function readSlices(load: LoadSlice, from: number, to: number): Promise<Readable> {
  const loadAt = (at: number) => load(at, Math.min(at + SLICE_BYTES - 1, to))
  let slice = await loadAt(from)
  const slices = async function* () {
    for (let at = from; ; slice = await loadAt(at)) {
      at += slice.length
      yield slice
      if (at > to || slice.length < SLICE_BYTES) return
    }
  }
  return Readable.from(slices(), { objectMode: false })
}
