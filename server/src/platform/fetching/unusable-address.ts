/**
 * The message for each kind of failure. None names an address, a port or a banner: with those a user could
 * explore our network by giving us URLs.
 */
const messages = {
  malformed:
    'The URL must be an HTTPS URL on port 443 with a full host name, without a user name or ' +
    'password, of at most 2048 characters.',
  // The same for a name that does not exist, otherwise names of our network could be guessed.
  not_public: 'The host name of the URL does not exist, or its server is not on the public internet.',
  unreachable: 'The server of the URL could not be reached.',
  insecure: 'No secure connection could be made to the server of the URL.',
  redirects: 'The URL redirects more than 3 times, or without a target.',
  status: 'The server of the URL did not return a file.',
  too_slow: 'The server of the URL is too slow.',
  too_large: 'The file at the URL is larger than 20 MB.',
  not_a_picture: 'The file at the URL is not a JPEG, PNG or WebP image.',
  not_json: 'There is no JSON document at the URL.',
  broken: 'The response of the server is broken or incomplete.',
} as const

export type UnusableKind = keyof typeof messages

/** The URL or the server's response is unusable. Carries no cause, for the reason given above. */
export class UnusableAddress extends Error {
  readonly kind: UnusableKind

  constructor(kind: UnusableKind) {
    super(messages[kind])
    this.kind = kind
  }
}
