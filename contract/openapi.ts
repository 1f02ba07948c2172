// Writes openapi.json; with --check it fails when the file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { describeApi } from './src/openapi/describe-api.ts'

const file = new URL('openapi.json', import.meta.url)
const fresh = `${JSON.stringify(describeApi(), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, fresh)
else if (readFileSync(file, 'utf8') !== fresh) {
  console.error('contract/openapi.json is out of date: run `pnpm contract:write` and commit it')
  process.exit(1)
}
