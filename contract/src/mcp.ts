import { z } from 'zod'

const messageId = z.union([z.string(), z.number()], { error: 'must be a string or a number' })

/** One message of the Model Context Protocol: a request, or a notification without an id. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0').describe('The version of JSON-RPC'),
    id: messageId.optional().describe('The id of a request; a notification has none'),
    method: z.string().meta({ example: 'tools/call' }).describe('The method of the protocol'),
    params: z.looseObject({}).optional().describe('The parameters of the method'),
  })
  .meta({ id: 'McpMessage' })

export const McpAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0').describe('The version of JSON-RPC'),
    id: messageId.nullable().describe('The id of the request; null: it could not be read'),
    result: z.looseObject({}).optional().describe('The result; absent after an error'),
    error: z
      .looseObject({
        code: z.int().describe('The code of JSON-RPC'),
        message: z.string().describe('What happened and what to do next'),
      })
      .optional()
      .describe('What went wrong; absent after success'),
  })
  .meta({ id: 'McpAnswer' })

export const McpQuery = z.object({
  tools: z.string().optional().meta({
    description: 'Extra tools to offer besides the usual ones: their names, or `all`',
    example: 'quote_job,cancel_media',
  }),
})
