import type { ImageOffer, ModelOffer } from '#platform/providers'

type Size = ImageOffer['sizes'][number]

/** An offer with what the provider must be told, and what it charges. */
export type OpenaiOffer = Pick<ModelOffer, 'id' | 'providerModel' | 'description'> &
  ImageOffer & {
    /** The text of `size`. */
    sizeNames: Record<Size, string>
    quality: string
    /** Only for models that take it. */
    complexity?: string
    /** What one picture is expected to be counted as. The answer says what it was. */
    outputTokens: Record<Size, number>
    /** The same for a reference. */
    referenceTokens: number
    /** Millionths of a dollar for one token. */
    rates: TokenRates
  }

export type TokenRates = { output: number; imageInput: number; textInput: number }

const gptImage = (model: string, description: string): OpenaiOffer => ({
  id: `openai/${model}`,
  providerModel: model,
  description,
  kind: 'image',
  sizes: ['1:1', '2:3', '3:2'],
  nMax: 10,
  promptMax: 32_000,
  referencesMax: 16,
  takesMask: true,
  sizeNames: { '1:1': '1024x1024', '2:3': '1024x1536', '3:2': '1536x1024' },
  quality: 'medium',
  // Recorded for a square of this quality and for one reference; the others have 1.5 times its pixels.
  outputTokens: { '1:1': 1756, '2:3': 2634, '3:2': 2634 },
  referenceTokens: 1024,
  rates: { output: 30, imageInput: 8, textInput: 5 },
})

/** Left out, it is high, which costs more and takes longer. */
const withComplexity = (offer: OpenaiOffer): OpenaiOffer => ({ ...offer, complexity: 'medium' })

const abilities = 'pictures with up to 16 references and a mask'

/** The first model is the default. None of them makes videos. */
export const openaiCatalogue: readonly OpenaiOffer[] = [
  withComplexity(gptImage('gpt-image-2.6-flare', `GPT Image 2.6 Flare: ${abilities}`)),
  withComplexity(gptImage('gpt-image-2.6-sunburst', `GPT Image 2.6 Sunburst: ${abilities}`)),
  gptImage('gpt-image-2.5-flare', `GPT Image 2.5 Flare: ${abilities}`),
  gptImage('gpt-image-2.5-sunburst', `GPT Image 2.5 Sunburst: ${abilities}`),
  gptImage('gpt-image-2', `GPT Image 2: ${abilities}`),
]
