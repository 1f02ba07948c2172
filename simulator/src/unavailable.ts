/** A file cannot be had now, for a reason that may pass; answered with 503, so the caller tries again. */
export class Unavailable extends Error {
  readonly code: 'reference_unavailable' | 'overloaded'

  constructor(code: Unavailable['code'], message: string) {
    super(message)
    this.code = code
  }
}
