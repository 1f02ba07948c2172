// Writes the generated files of the client from the contract; with --check it fails when one is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { type EndpointName, endpoints, refusalCodes, refusalGuide, refusals } from '@atelier/contract'
import { describeApi } from '@atelier/contract/describe-api'
import { describeEndpoint, type Operation } from './describe-endpoint.ts'
import { comment, literal, type Schema, typeOf } from './write-schema.ts'

const folder = new URL('../src/generated/', import.meta.url)
const HEAD = '// Generated from the contract by `pnpm client:write`; do not edit.\n\n'

/** The body of a refusal is an `AtelierError` here, and its name would hide the one of the language. */
const REFUSAL = 'Error'

type Api = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

function writeSchemas({ components }: Api): string {
  const types = Object.entries(components.schemas)
    .filter(([name]) => name !== REFUSAL)
    .map(([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema)}\n`)
  return HEAD + types.join('\n')
}

function writeEndpoints({ paths, components }: Api): string {
  const functions = (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { path, method } = endpoints[name]
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${name} is not in the description of the API.`)
    return describeEndpoint(name, endpoints[name], operation)
  })
  const text = functions.join('\n')
  const used = Object.keys(components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return (
    `${HEAD}import type { Client } from '../client.ts'\n` +
    `import { type CallOptions, send } from '../send.ts'\n` +
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n\n${text}`
  )
}

function writeRefusals(): string {
  const rows = refusalCodes.map(
    (code) =>
      `  ${code}: { retryable: ${refusals[code].retryable}, hint: ${literal(refusalGuide[code].advice)} },\n`,
  )
  return (
    `${HEAD}/** What to do after each refusal, and whether the same request may succeed later. */\n` +
    `export const refusals = {\n${rows.join('')}}\n\nexport type RefusalCode = keyof typeof refusals\n`
  )
}

const api = describeApi() as Api
const files = {
  'schemas.ts': writeSchemas(api),
  'endpoints.ts': writeEndpoints(api),
  'refusals.ts': writeRefusals(),
}

for (const [name, fresh] of Object.entries(files)) {
  const file = new URL(name, folder)
  if (!process.argv.includes('--check')) writeFileSync(file, fresh)
  else if (readFileSync(file, 'utf8') !== fresh) {
    console.error(`client/src/generated/${name} is out of date: run \`pnpm client:write\` and commit it`)
    process.exitCode = 1
  }
}
