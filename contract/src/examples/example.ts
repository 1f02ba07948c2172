import type { z } from 'zod'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** One call of an endpoint: what is sent and what comes back. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  form?: unknown
  /** A body of lines, by each type that it may have. */
  lines?: Readonly<Record<string, string>>
  answer?: unknown
}

type Sent<Part extends string, Schema> = Schema extends z.ZodType ? { [_ in Part]: z.input<Schema> } : unknown
type Got<Answer> = Answer extends { schema: infer Schema extends z.ZodType }
  ? { answer: z.output<Schema> }
  : unknown
type Field<E, Name extends string> = Name extends keyof E ? E[Name] : undefined

/** An example for each endpoint of a family, of the very types that the endpoint reads and answers. */
export type ExamplesOf<Family extends Record<string, Endpoint>> = {
  [Name in keyof Family]: Example &
    Sent<'params', Field<Family[Name], 'params'>> &
    Sent<'body', Field<Family[Name], 'body'>> &
    Sent<'form', Field<Family[Name], 'form'>> &
    Got<Family[Name]['answer']>
}
