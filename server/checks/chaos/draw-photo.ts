import sharp from 'sharp'
import { seededRandom } from '../../harness/random/index.ts'

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="a phone"/></rdf:RDF></x:xmpmeta>`

/** A small PNG of one colour, the same for the same key. It carries metadata that must not be stored. */
export function drawPhoto(key: string): Promise<Buffer> {
  const random = seededRandom('photo', key)
  const colour = () => Math.floor(random.float(0, 256))
  const background = { r: colour(), g: colour(), b: colour() }
  return sharp({ create: { width: 48, height: 32, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'a photographer', Copyright: 'a private address' } })
    .withXmp(XMP)
    .png()
    .toBuffer()
}
