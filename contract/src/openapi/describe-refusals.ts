import { type Endpoint, refusalsOf } from '../endpoints/index.ts'
import { exampleId } from '../ids.ts'
import { refusalGuide } from '../refusal-guide.ts'
import { ErrorBody, type RefusalCode, refusalCodes, refusals } from '../refusals.ts'
import { headersOf } from './describe-headers.ts'
import { type Components, type Json, schemaOf } from './schema-of.ts'

/** One example body for each code, referenced by all responses. */
export const refusalExamples = (): Record<string, Json> =>
  Object.fromEntries(
    refusalCodes.map((code) => {
      const { error, charged = 'none', ...extra } = refusalGuide[code].example
      const value = { error, code, charged, requestId: exampleId('request'), ...extra }
      return [code, { summary: refusalGuide[code].meaning, value }]
    }),
  )

/** One response for each status, shared by endpoints with the same codes. */
export function describeRefusals(endpoint: Endpoint, components: Components): Json {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const marks = [...(endpoint.limit ? [] : ['unlimited']), ...(endpoint.otherError ? ['other'] : [])]
      const name = [...codes, ...marks].join('.')
      components.responses[name] ??= describeRefusal(endpoint, status, codes, components)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** The codes of one status, an example of each, and the fields that they add. */
function describeRefusal(
  endpoint: Endpoint,
  status: number,
  codes: RefusalCode[],
  components: Components,
): Json {
  const lines = codes.map((code) => `\`${code}\`: ${refusalGuide[code].meaning} ${refusalGuide[code].advice}`)
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: lines.join('\n\n'),
    headers: headersOf(endpoint, status),
    content: {
      'application/json': {
        schema: endpoint.otherError
          ? { anyOf: [describeBody(codes, components), schemaOf(endpoint.otherError, 'output', components)] }
          : describeBody(codes, components),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** A field that two codes define differently is documented as `anyOf`. */
function describeBody(codes: RefusalCode[], components: Components): Json {
  const shapes = codes.flatMap((code) => Object.entries(refusalGuide[code].fields?.shape ?? {}))
  const byName = Map.groupBy(shapes, ([name]) => name)
  const fields = [...byName].map(([name, all]) => {
    const variants = new Set(all.map(([, type]) => JSON.stringify(schemaOf(type, 'output', components))))
    const [schema, ...others] = [...variants].map((text) => JSON.parse(text) as Json)
    return [name, others.length > 0 ? { anyOf: [schema, ...others] } : schema]
  })
  return {
    allOf: [schemaOf(ErrorBody, 'output', components)],
    properties: { code: { enum: codes }, ...Object.fromEntries(fields) },
  }
}
