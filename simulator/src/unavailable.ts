/** A file is temporarily unavailable. The response is 503, so that the caller tries again. */
export class Unavailable extends Error {
  readonly code: 'reference_unavailable' | 'overloaded'

  constructor(code: Unavailable['code'], message: string) {
    super(message)
    this.code = code
  }
}
