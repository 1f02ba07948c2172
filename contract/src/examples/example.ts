import type { z } from 'zod'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** One call of an endpoint: request and response. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  form?: unknown
  encoded?: unknown
  /** The body of an endpoint that takes lines, by media type. */
  lines?: Readonly<Record<string, string>>
  answer?: unknown
}

type Sent<Part extends string, Schema> = Schema extends z.ZodType ? { [_ in Part]: z.input<Schema> } : unknown
type Got<Answer> = Answer extends { schema: infer Schema extends z.ZodType }
  ? { answer: z.output<Schema> }
  : unknown
type Field<E, Name extends string> = Name extends keyof E ? E[Name] : undefined

/** An example for each endpoint of a group, typed by the schemas of the endpoint. */
export type ExamplesOf<Family extends Record<string, Endpoint>> = {
  [Name in keyof Family]: Example &
    Sent<'params', Field<Family[Name], 'params'>> &
    Sent<'body', Field<Family[Name], 'body'>> &
    Sent<'form', Field<Family[Name], 'form'>> &
    Sent<'encoded', Field<Family[Name], 'encoded'>> &
    Got<Family[Name]['answer']>
}
