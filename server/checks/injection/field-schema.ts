import { type Endpoint, endpoints, MemoryRecord } from '@atelier/contract'
import { z } from 'zod'

/** The schema that reads one field, by the name that `listTextFields` gives it. */
export function fieldSchema(field: string): z.ZodType {
  const [first = '', ...path] = field.split('.')
  const shapes = first === 'import' ? [recordOf(path.shift())] : shapesOf(first)
  for (const shape of shapes) {
    const found = path.reduce<z.ZodType | undefined>(
      (at, name) => at && (unwrap(at) as z.ZodObject).shape[name],
      shape,
    )
    if (found) return unwrap(found)
  }
  throw new Error(`the contract has no field ${field}`)
}

function shapesOf(name: string): z.ZodType[] {
  const { body, form }: Endpoint = endpoints[name as keyof typeof endpoints]
  return [body, form].filter((shape) => shape !== undefined)
}

function recordOf(kind: string | undefined): z.ZodType {
  const option = MemoryRecord.options.find(({ shape }) => shape.kind.value === kind)
  if (!option) throw new Error(`no line of an import is of the kind ${kind}`)
  return option.shape.record
}

/** The schema inside optional, nullable and lists. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return unwrap(schema.element as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema
}
