const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** The public file name of a photo or an upload: its unguessable id and a file extension. */
export const fileNameOf = (id: string, contentType: string): string => `${id}.${extensions[contentType]}`

export const photoUrl = (publicUrl: string, id: string, contentType: string): string =>
  `${publicUrl}/api/photos/serve/uploads/${fileNameOf(id, contentType)}`
