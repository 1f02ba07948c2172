import type { Call, Form } from '../core/index.ts'
import { ApiError, invalid, missing, wrongType } from './api-error.ts'
import { checkOverlay } from './check-overlay.ts'
import { readFeatures } from './model-features.ts'
import type { Fields } from './read-fields.ts'
import { type ImageOrder, readOrder, unsupported } from './read-order.ts'
import { type Picture, readPicture } from './read-picture.ts'

type File = Form['files'][number]

const FILES = ['image', 'image[]', 'mask', 'markup']
const WHOLE = ['n', 'output_compression', 'partial_images']
const PICTURES_MAX = 16
const PICTURE_BYTES_MAX = 50 * 1024 * 1024
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** The multipart form of an edit: fields, one to sixteen pictures, and a mask or a markup. */
export function readEdit(call: Call, models: readonly string[]): { order: ImageOrder; pictures: number } {
  const { form } = call
  if (!form) throw new ApiError(400, 'We could not parse the multipart form of your request.')
  const order = readOrder(readFields(form), 'edit', models)
  refuseUnknownFiles(form)
  const pictures = readPictures(form)
  const first = pictures[0]
  if (!first) throw missing('image')
  const [mask, markup] = [findOne(form, 'mask'), findOne(form, 'markup')]
  if (mask && markup) throw invalid('markup', 'invalid_value', "'markup' cannot be combined with 'mask'.")
  if (markup && !readFeatures(order.model).takesMarkup) throw unsupported('markup', order.model)
  if (mask) checkOverlay(mask, 'mask', first)
  if (markup) checkOverlay(markup, 'markup', first)
  return { order, pictures: pictures.length }
}

/** Values of a form are texts; those that look like their type become it. */
function readFields({ fields }: Form): Fields {
  const read: Fields = {}
  for (const [name, text] of fields) {
    if (FILES.includes(name)) throw wrongType(name, 'a file', text)
    if (Object.hasOwn(read, name)) throw duplicate(name)
    if (WHOLE.includes(name) && /^-?\d{1,9}$/.test(text)) read[name] = Number(text)
    else if (name === 'stream' && /^(true|false)$/.test(text)) read[name] = text === 'true'
    else read[name] = text
  }
  return read
}

function refuseUnknownFiles({ files }: Form): void {
  for (const { field } of files)
    if (!FILES.includes(field)) throw invalid(field, 'unknown_parameter', `Unknown parameter: '${field}'.`)
}

/** `image[]` is repeated; a single picture may also come as `image`. */
function readPictures(form: Form): Picture[] {
  const single = findOne(form, 'image')
  const list = form.files.filter(({ field }) => field === 'image[]')
  if (single && list.length > 0) throw duplicate('image')
  const files = single ? [single] : list
  if (files.length > PICTURES_MAX) {
    const why = `Expected at most ${PICTURES_MAX} items, but got ${files.length} instead.`
    throw invalid('image', 'array_above_max_length', `Invalid 'image': array too long. ${why}`)
  }
  return files.map((file, index) => checkPicture(file, index + 1))
}

function findOne({ files }: Form, name: string): File | undefined {
  const found = files.filter(({ field }) => field === name)
  if (found.length > 1) throw duplicate(name)
  return found[0]
}

function checkPicture({ type, bytes }: File, nth: number): Picture {
  if (!PICTURE_TYPES.includes(type)) {
    const message = `Invalid file 'image': unsupported mimetype ('${type}'). Use ${PICTURE_TYPES.join(', ')}.`
    throw invalid('image', 'unsupported_file_mimetype', message)
  }
  if (bytes.length >= PICTURE_BYTES_MAX)
    throw invalid('image', 'file_above_max_size', `Invalid file 'image': image ${nth} must be below 50 MB.`)
  const picture = readPicture(bytes)
  if (picture) return picture
  throw new ApiError(400, `Invalid image file or mode for image ${nth}, please check your image file.`, {
    type: 'image_generation_user_error',
    param: 'image',
    code: 'invalid_image_file',
  })
}

function duplicate(name: string): ApiError {
  const hint = `To send a list of values, use '${name}[]'.`
  return invalid(name, 'duplicate_parameter', `Duplicate parameter: '${name}'. ${hint}`)
}
