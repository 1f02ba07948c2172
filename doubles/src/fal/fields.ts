/** What a model takes in one field. The provider is strict: `15` is not `"15"`. */
export type Field =
  | { is: 'text'; min: number; max: number; isRequired?: true }
  | { is: 'choice'; of: readonly (string | number)[]; isRequired?: true }
  | { is: 'whole'; min: number; max: number; isRequired?: true }
  | { is: 'flag'; isRequired?: true }
  | { is: 'address'; isRequired?: true }
  | { is: 'addresses'; min: number; max: number; isRequired?: true }
  | { is: 'size'; isRequired?: true }

/** One problem, as the models report it; `input` repeats what was sent. */
export interface Detail {
  loc: (string | number)[]
  msg: string
  type: string
  ctx?: Record<string, unknown>
  input?: unknown
}

/** The addresses of pictures in an input, with their places. */
export interface Reference {
  loc: (string | number)[]
  url: string
}
