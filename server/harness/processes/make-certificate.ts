import { execFileSync } from 'node:child_process'
import { isIP } from 'node:net'

export type Certificate = { key: string; cert: string }

/** A self-signed certificate for these names and addresses. */
export function makeCertificate(hosts: string[]): Certificate {
  const names = hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`)
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const about = ['-days', '2', '-subj', '/CN=environment', '-addext', `subjectAltName=${names.join(',')}`]
  const out = execFileSync('openssl', [...words, ...about, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [key = '', cert = ''] = out.split(/(?=-----BEGIN CERTIFICATE)/)
  return { key, cert }
}
