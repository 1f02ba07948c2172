// Compared by the compiler (`pnpm types`): the generated types are those of the contract's schemas.
import type { EndpointName, endpoints } from '@atelier/contract'
import type { z } from 'zod'
import type * as client from '../src/index.ts'

type Contract = typeof endpoints
type Called<Name extends EndpointName> = (typeof client)[Name]

/** Writes a type out, so that the compiler can compare it with another one. */
type Plain<T> = T extends Blob | Response | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type AnswerOf<Name extends EndpointName> = Contract[Name]['answer'] extends {
  schema: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : Response

type WrongAnswer = {
  [Name in EndpointName]: Same<Plain<AnswerOf<Name>>, Plain<Awaited<ReturnType<Called<Name>>>>> extends true
    ? never
    : Name
}[EndpointName]

type Keys<Part> = Part extends z.ZodObject<infer Shape> ? keyof Shape : never
type PartOf<Name extends EndpointName, Part extends string> = Contract[Name] extends {
  [P in Part]: infer Found
}
  ? Found
  : never

type InputOf<Name extends EndpointName> =
  Called<Name> extends (client: client.Client, input: infer Input, options?: client.CallOptions) => unknown
    ? Input
    : never

/** Fields of the path and of the query are texts on the way, so only their names are compared. */
type Fields<Name extends EndpointName> = Keys<PartOf<Name, 'params'>> | Keys<PartOf<Name, 'query'>>

type BodyOf<Name extends EndpointName> =
  PartOf<Name, 'body'> extends infer Body extends z.ZodType ? z.input<Body> : never

/** The part of an input that is sent as JSON, and the part that is sent as a form. */
type AsJson<Input, Names> = Input extends { file: Blob }
  ? never
  : [Names] extends [never]
    ? Input
    : Omit<Input, Names & string>
type AsForm<Input, Names> = Input extends { file: Blob } ? Omit<Input, (Names & string) | 'file'> : never

/** The bodies of these take any further field; there is nothing to compare. */
type Compared = Exclude<EndpointName, 'quoteJob' | 'serveMcp' | 'serveMcpByKey'>

/** Some schemas take more than they document, such as figures as texts: what is documented must be taken. */
type WrongBody = {
  [Name in Compared]: [BodyOf<Name>] extends [never]
    ? never
    : [AsJson<InputOf<Name>, Fields<Name>>] extends [BodyOf<Name>]
      ? Same<keyof BodyOf<Name>, keyof AsJson<InputOf<Name>, Fields<Name>>> extends true
        ? never
        : Name
      : Name
}[Compared]

/** Numbers of a form are texts on the way, too. */
type WrongForm = {
  [Name in EndpointName]: Same<
    Keys<PartOf<Name, 'form'>>,
    keyof AsForm<InputOf<Name>, Fields<Name>>
  > extends true
    ? never
    : Contract[Name] extends { form: unknown }
      ? Name
      : never
}[EndpointName]

type AllKeys<Input> = Input extends unknown ? keyof Input : never
type WrongFields = {
  [Name in EndpointName]: Fields<Name> extends AllKeys<NonNullable<InputOf<Name>>> ? never : Name
}[EndpointName]

/** A wrong endpoint is named in the message of the compiler. */
const none = <Wrong extends string>(found: [Wrong] extends [never] ? 'none' : `wrong: ${Wrong}`) => found

none<WrongAnswer>('none')
none<WrongBody>('none')
none<WrongForm>('none')
none<WrongFields>('none')
