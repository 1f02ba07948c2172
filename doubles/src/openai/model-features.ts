/** What a model takes. */
export interface ModelFeatures {
  qualities: readonly string[]
  formats: readonly string[]
  takesComplexity: boolean
  takesMarkup: boolean
}

const QUALITIES = ['low', 'medium', 'high', 'auto']
const MORE_QUALITIES = ['low', 'medium', 'high', 'xhigh', 'max', 'auto']
const FORMATS = ['png', 'jpeg', 'webp']

/** By the name of the model, so that a dated snapshot or a new name of a family needs no entry. */
export function readFeatures(model: string): ModelFeatures {
  if (model.startsWith('gpt-image-2.6'))
    return {
      qualities: MORE_QUALITIES,
      formats: [...FORMATS, 'gif', 'svg'],
      takesComplexity: true,
      takesMarkup: true,
    }
  const older = { formats: FORMATS, takesComplexity: false }
  return model.startsWith('gpt-image-2.5')
    ? { ...older, qualities: MORE_QUALITIES, takesMarkup: true }
    : { ...older, qualities: QUALITIES, takesMarkup: false }
}
