import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'

type Headers = Record<string, string>
export type SigningSettings = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Signs requests for S3 (SigV4), with the signer of the vendor's client. */
export function newSigner(
  settings: SigningSettings,
): (method: string, path: string, headers: Headers, query?: Record<string, string>) => Promise<Headers> {
  const { protocol, hostname, host } = new URL(settings.endpoint)
  const signer = signerOf(settings)
  return async (method, path, headers, query = {}) => {
    const unsigned = { method, protocol, hostname, path, query, headers: { host, ...headers } }
    return (await signer.sign(unsigned)).headers
  }
}

/** Signs the address of an object: for some seconds, a reader who has it needs nothing else. */
export function newAddressSigner(
  settings: SigningSettings,
): (path: string, query: Record<string, string>, seconds: number) => Promise<string> {
  const { protocol, hostname, host, origin } = new URL(settings.endpoint)
  const signer = signerOf(settings)
  return async (path, query, seconds) => {
    // The reader sends no body, and cannot know a header that would describe it.
    const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const unsigned = { method: 'GET', protocol, hostname, path, query, headers }
    const signed = await signer.presign(unsigned, { expiresIn: seconds })
    return `${origin}${path}?${new URLSearchParams(signed.query as Record<string, string>)}`
  }
}

const signerOf = ({ accessKeyId, secretAccessKey, region }: SigningSettings): SignatureV4 =>
  new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })

/** Node's hash with the interface that the signer needs; with a secret, an HMAC. */
class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer)
  }
  update(data: Uint8Array | string): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {}
}
