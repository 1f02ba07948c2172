import type { endpoints } from '@atelier/contract'

type Endpoints = typeof endpoints

/** `GET /api/account/keys` and so on: the contract's own method and path, so a wrong one does not compile. */
export type ByAddress = {
  [Name in keyof Endpoints as `${Endpoints[Name]['method']} ${Endpoints[Name]['path']}`]: Endpoints[Name]
}
export type Address = keyof ByAddress

/** The value behind a zod schema, without importing zod. */
type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never
type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never

export type AnswerOf<A extends Address> = ByAddress[A] extends { answer: { schema: infer Schema } }
  ? OutputOf<Schema>
  : never

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type ParamsOf<A extends Address> = [ParamNames<A>] extends [never]
  ? { params?: never }
  : { params: Record<ParamNames<A>, string> }
type BodyOf<A extends Address> = ByAddress[A] extends { body: infer Schema }
  ? { body: InputOf<Schema> }
  : { body?: never }
type QueryOf<A extends Address> = ByAddress[A] extends { query: infer _Schema }
  ? { query?: Record<string, string | number | undefined> }
  : { query?: never }

export type RequestOf<A extends Address> = ParamsOf<A> &
  BodyOf<A> &
  QueryOf<A> & { signal?: AbortSignal | undefined }

/** `live` and `test` are two accounts of one owner: each has its own balance, jobs and knowledge. */
export type Mode = 'live' | 'test'
