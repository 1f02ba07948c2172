export interface RenderedFile {
  bytes: Buffer
  etag: string
  contentType: 'image/png' | 'video/mp4'
}
