/** The only form in which this provider refuses: a status and `{"error":{..}}`. */
export class ApiError extends Error {
  readonly status: number
  readonly type: string
  readonly param: string | null
  readonly code: string | null

  constructor(
    status: number,
    message: string,
    rest: Partial<Pick<ApiError, 'type' | 'param' | 'code'>> = {},
  ) {
    super(message)
    this.status = status
    this.type = rest.type ?? 'invalid_request_error'
    this.param = rest.param ?? null
    this.code = rest.code ?? null
  }
}

/** A field that cannot be used. */
export function invalid(param: string, code: string, message: string): ApiError {
  return new ApiError(400, message, { param, code })
}

export function invalidValue(param: string, value: unknown, supported: readonly string[]): ApiError {
  const list = supported.map((one) => `'${one}'`).join(', ')
  return invalid(param, 'invalid_value', `Invalid value: '${String(value)}'. Supported values are: ${list}.`)
}

export function missing(param: string): ApiError {
  return invalid(param, 'missing_required_parameter', `Missing required parameter: '${param}'.`)
}

export function wrongType(param: string, expected: string, value: unknown): ApiError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  const message = `Invalid type for '${param}': expected ${expected}, but got ${got} instead.`
  return invalid(param, 'invalid_type', message)
}
