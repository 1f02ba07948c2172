/** A small shop as it might be. All names are invented. */
export const products = [
  {
    name: 'Enamel mug',
    colour: '#d9573f',
    ceps: [
      ['Coffee goes cold in long meetings', 'cold coffee', 'warm for hours'],
      ['The first coffee outside, while the tent is still wet', 'nothing warm to hold', 'camping morning'],
      ['A mug that survives the dishwasher of the whole office', 'chipped mugs', 'unbreakable'],
      ['A present for a friend who has everything', 'no idea for a present', 'small and personal'],
    ],
  },
  {
    name: 'Linen apron',
    colour: '#4d7c63',
    ceps: [
      ['Flour on the good shirt, just before the guests arrive', 'ruined clothes', 'cook in what you wear'],
      ['The market stall should look like one business', 'looks improvised', 'one colour for all'],
      ['Pottery at the weekend, at the kitchen table', 'clay everywhere', 'for more than cooking'],
    ],
  },
  {
    name: 'Oak serving board',
    colour: '#a9752f',
    ceps: [
      ['Cheese for eight, and no plate is large enough', 'nothing to serve on', 'the table becomes a buffet'],
      ['A wedding present that is used every week', 'presents that gather dust', 'ages well'],
      ['Bread straight from the oven to the table', 'one more thing to wash', 'cut and serve'],
    ],
  },
] as const

export const characters = [
  { name: 'Mia', description: 'Potter, early thirties, short dark hair, clay on her hands' },
  { name: 'Jonas', description: 'Runs a small café, fifty, grey beard, rolled-up sleeves' },
] as const

export const topic = {
  name: 'Dark evenings',
  description: 'What people do at home from November to February',
  ceps: [
    ['Nobody wants to go out any more, so friends come over', 'empty evenings', 'home as a restaurant'],
    ['The hour between work and dinner', 'restless', 'a slow ritual'],
  ],
} as const

export const hooks = ['close-up of hands', 'steam in backlight', 'empty table fills', 'before and after']

export const scenes = [
  'on a wooden table by the window, morning light, steam',
  'held in both hands, close-up, soft wool sleeve',
  'on a market stall, early fog, shallow depth of field',
  'in a bright kitchen, flour in the air, backlight',
  'on a picnic blanket, autumn leaves, low sun',
  'on a window sill between old books, warm lamp',
  'seen from above, with bread, cheese and figs',
  'in the snow, on a fence post, blue hour',
]

/** What agents and the owner wrote down. The first ones come with claims and wait for a review. */
export const notes = {
  claims: [
    'Close-ups of hands work in winter, for every product',
    'The market stall beats the kitchen by far',
    'People click more on pictures without a face',
    'Steam doubles the result',
  ],
  owner: [
    'No snow before December: customers laugh about it',
    'Never show the mug with tea bags',
    'The board looks best from above',
  ],
}
