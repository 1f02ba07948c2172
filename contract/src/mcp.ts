import { z } from 'zod'

const messageId = z.union([z.string(), z.number()], { error: 'must be a string or a number' })

/** One message of the Model Context Protocol: a request, or a notification without an id. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: messageId.optional(),
    method: z.string().meta({ example: 'tools/call' }),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage' })

export const McpAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: messageId.nullable(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({ id: 'McpAnswer' })

export const McpQuery = z.object({
  tools: z.string().optional().meta({
    description: 'Extra tools to offer besides the usual ones: their names, or `all`',
    example: 'quote_job,cancel_media',
  }),
})
