import { newOpenaiProvider } from '#adapters/openai'
import { image } from './openai-request.ts'

/**
 * A process of its own, because the memory of a test runner says nothing: prints by how much a submit raised
 * the resident memory at most, while garbage is collected. The first one warms up. Needs `--expose-gc`.
 */
const [, , baseUrl = '', tempDir = '', key = ''] = process.argv
const provider = newOpenaiProvider({ key, baseUrl, tempDir })
const submit = async (prompt: string) => {
  const answer = await provider.submit(image({ prompt }), 60_000)
  if (answer.kind !== 'finished') throw new Error(JSON.stringify(answer))
  return answer.files
}

const { gc } = globalThis
if (!gc) throw new Error('start it with --expose-gc')
await submit('small')
gc()
const before = process.memoryUsage.rss()
let peak = before
const timer = setInterval(() => {
  gc({ type: 'minor' })
  peak = Math.max(peak, process.memoryUsage.rss())
}, 2)
const files = await submit('large')
clearInterval(timer)
console.log(JSON.stringify({ addedBytes: peak - before, files: files.length }))
process.exit()
