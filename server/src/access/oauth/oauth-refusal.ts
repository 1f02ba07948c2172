import { Refusal } from '#platform/refusal'

/** The codes of RFC 6749, 7591 and 8707 that we answer with. */
export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_response_type'
  | 'access_denied'

/** A refusal as clients of OAuth read it: `error` is a code, and the sentence is in `error_description`. */
export const oauthRefusal = (error: OauthError, sentence: string): Refusal =>
  new Refusal(error === 'invalid_client' ? 'unauthorized' : 'invalid_request', sentence, {
    error,
    error_description: sentence,
  })
