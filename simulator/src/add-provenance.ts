import { pngChunk } from './png-chunk.ts'

/** The XMP packet that real generators embed: the IPTC term for media made by a trained model. */
const XMP =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType=' +
  '"http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>' +
  '<?xpacket end="r"?>'

const PNG_CHUNK = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`))
/** Signature and IHDR must come first. */
const PNG_HEAD_BYTES = 33

export function addPngProvenance(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), PNG_CHUNK, png.subarray(PNG_HEAD_BYTES)])
}

const MP4_BOX = Buffer.concat([
  Buffer.alloc(4),
  Buffer.from('uuid', 'latin1'),
  Buffer.from('BE7ACFCB97A942E89C71999491E3AFAC', 'hex'),
  Buffer.from(XMP),
])
MP4_BOX.writeUInt32BE(MP4_BOX.length)

/** Appended at the end, so that no offset inside the file changes. */
export function addMp4Provenance(mp4: Buffer): Buffer {
  return Buffer.concat([mp4, MP4_BOX])
}
