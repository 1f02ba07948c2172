// Writes the site into dist/: pages from docs/ and from the contract, and the files that they load.
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { compressFiles } from './src/compress-files.ts'
import { renderSite } from './src/render-site.ts'
import { listSections, writeIndex } from './src/write-index.ts'
import { writeLlmsFull } from './src/write-llms-full.ts'

const HERE = import.meta.dirname
const target = process.argv[2] ?? join(HERE, 'dist')
const work = `${target}.new`
const browser = join(HERE, 'src', 'browser')

/** Under a name that holds a hash of its content, so that browsers keep it for ever. */
function writeAsset(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const file = name.replace(/(\.\w+)$/, `-${hash}$1`)
  writeFileSync(join(work, 'assets', file), text)
  return `/docs/assets/${file}`
}

const readScript = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(browser, name), 'utf8'), { mode: 'transform' })

rmSync(work, { recursive: true, force: true })
mkdirSync(join(work, 'assets'), { recursive: true })
const miniSearch = readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8')
const library = writeAsset('minisearch.js', miniSearch.replace(/\n\/\/# sourceMappingURL=.*$/, ''))
const options = writeAsset('search-options.js', readScript('search-options.ts'))
const search = readScript('search.ts')
  .replace("'minisearch'", `'${library}'`)
  .replace("'./search-options.ts'", `'${options}'`)

// The pages name the index, which is made of the pages, so its name cannot hold a hash.

const assets = {
  style: writeAsset('style.css', readFileSync(join(browser, 'style.css'), 'utf8')),
  script: writeAsset('page.js', readScript('page.ts')),
  search: writeAsset('search.js', search),
  index: '/docs/assets/index.json',
}
const rendered = await renderSite(work, assets)
writeFileSync(join(work, 'assets', 'index.json'), writeIndex(listSections(rendered)))
writeFileSync(join(work, 'llms-full.txt'), writeLlmsFull())
cpSync(join(HERE, '..', 'docs', 'pictures'), join(work, 'pictures'), { recursive: true })
cpSync(join(HERE, '..', 'docs', 'overview.svg'), join(work, 'pictures', 'overview.svg'))
compressFiles(work)
rmSync(target, { recursive: true, force: true })
renameSync(work, target)

const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)
const largest = Math.max(...files.map((name) => statSync(join(target, name)).size))
console.log(`${files.length} pages, the largest of ${Math.round(largest / 1_000)} kB`)
