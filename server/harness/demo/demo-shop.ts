/** A small shop as it might be. All names are invented. */
export const products = [
  {
    name: 'Enamel mug',
    ceps: [
      ['Coffee goes cold in long meetings', 'cold coffee', 'warm for hours'],
      ['The first coffee outside, while the tent is still wet', 'nothing warm to hold', 'camping morning'],
      ['A mug that survives the dishwasher of the whole office', 'chipped mugs', 'unbreakable'],
      ['A present for a friend who has everything', 'no idea for a present', 'small and personal'],
      ['Tea by the stove after a day in the snow', 'cold hands', 'warmth to hold'],
      ['Children who want to drink like the grown-ups', 'broken glasses', 'safe to drop'],
      ['The first flat, with nothing in the cupboard', 'plastic cups', 'the first thing you own'],
      ['Soup at the desk without a trip to the kitchen', 'sad lunches', 'more than coffee'],
      ['A garden party where glasses always break', 'shards in the grass', 'for outside'],
      ['Night shifts that last until it is light', 'tired at four', 'company at night'],
      ['A souvenir that is used and not put away', 'dusty souvenirs', 'useful memory'],
      ['Camper vans with room for four things only', 'rattling dishes', 'stacks and hangs'],
    ],
  },
  {
    name: 'Trail flask',
    ceps: [
      ['The summit is cold and the tea must still be hot', 'lukewarm tea', 'hot at the top'],
      ['A school bag that must not be wet again', 'leaking bottles', 'closes for good'],
      ['The commute by bicycle, in the rain', 'no hand free', 'one hand'],
      ['No more plastic bottles in the office', 'bins full of plastic', 'one for years'],
    ],
  },
  {
    name: 'Linen tote bag',
    ceps: [
      ['The market in the morning, with more than planned', 'bags that tear', 'carries a market'],
      ['A laptop, a book and bread in the same bag', 'two bags', 'one for the day'],
      ['Guests who get something to take home', 'paper bags', 'a bag that stays'],
    ],
  },
] as const

export const characters = [
  {
    name: 'Mia',
    description: 'Potter, early thirties, short dark hair, clay on her hands',
    looks: { skin: '#d9a07a', hair: '#2c2320', shirt: '#7a5c8e', hasBeard: false },
  },
  {
    name: 'Jonas',
    description: 'Runs a small café, fifty, grey beard, rolled-up sleeves',
    looks: { skin: '#e3b592', hair: '#8d8a86', shirt: '#3f6b74', hasBeard: true },
  },
] as const

export const topic = {
  name: 'Dark evenings',
  description: 'What people do at home from November to February',
  ceps: [
    ['Nobody wants to go out any more, so friends come over', 'empty evenings', 'home as a restaurant'],
    ['The hour between work and dinner', 'restless', 'a slow ritual'],
  ],
} as const

export const campaigns = [
  'Autumn prospecting',
  'Warm hands',
  'Camping morning',
  'Presents under 30',
  'Back to the office',
  'First snow',
  'Returning customers',
  'Market days',
]

export const hooks = ['close-up of hands', 'steam in backlight', 'empty table fills', 'before and after']

export const scenes = [
  'on a wooden table by the window, morning light',
  'held in both hands, close-up, soft wool sleeve',
  'on a market stall, early fog, shallow depth of field',
  'in a bright kitchen, flour in the air, backlight',
  'on a picnic blanket, autumn leaves, low sun',
  'on a window sill between old books, warm light',
  'seen from above, with bread, cheese and figs',
  'in the snow, on a fence post, blue hour',
  'beside a tent at night, stars',
  'in the rain, on the edge of a bridge',
]

/** The owner's own notes. */
export const notes = [
  'No snow before December: customers laugh about it',
  'Never show the mug with tea bags',
  'The bag looks best when it is full',
]
