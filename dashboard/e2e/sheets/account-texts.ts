/** The texts of an account: usual ones, or the longest that the service takes. */
export type AccountTexts = {
  product: string
  character: string
  about: string
  topic: string
  point: string
  pain: string
  angle: string
  key: string
  prompt: string
  label: string
  campaign: string
  conversion: string
  placement: string
  note: string
}

export const usualTexts: AccountTexts = {
  product: 'Enamel mug',
  character: 'Mia',
  about: 'Thirty, freckles, a red scarf',
  topic: 'Winter',
  point: 'Hands are stiff with cold after a winter run',
  pain: 'cold hands',
  angle: 'warmth to hold',
  key: 'night agent',
  prompt: 'Mia warms her hands on the mug from the photo, snow behind her, early light',
  label: 'front',
  campaign: 'Winter mugs',
  conversion: 'purchase',
  placement: 'instagram_stories',
  note: 'Close-ups of hands work in winter. Keep the mug in the lower half.',
}

/** A word without a place to break, then words, up to a length. */
const long = (text: string, length: number): string =>
  `${'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2)} ${`${text} `.repeat(200)}`
    .slice(0, length)
    .trim()

export const longTexts: AccountTexts = {
  product: long('enamel mug with a handle for two hands', 200),
  character: long('Mia from the mountains', 200),
  about: long('thirty, freckles, a red scarf', 2_000),
  topic: long('the winter after the long winter', 200),
  point: long('hands are stiff with cold after a winter run', 2_000),
  pain: long('cold hands', 200),
  angle: long('warmth to hold', 200),
  key: long('the agent that works at night', 200),
  prompt: long('Mia warms her hands on the mug from the photo', 1_000),
  label: long('front', 100),
  campaign: long('winter mugs', 400),
  conversion: 'purchase_of_a_mug_with_a_very_long_name_on_the_platform',
  placement: long('instagram_stories', 100),
  note: long('close-ups of hands work in winter', 2_000),
}
