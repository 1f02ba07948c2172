const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** The public name of a photo or an upload: its id, which nobody can guess, and its kind of file. */
export const fileNameOf = (id: string, contentType: string): string => `${id}.${extensions[contentType]}`

export const photoUrl = (publicUrl: string, id: string, contentType: string): string =>
  `${publicUrl}/api/photos/serve/uploads/${fileNameOf(id, contentType)}`
