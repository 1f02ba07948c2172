import { credits as n } from '../format/numbers.ts'

const plural = (count: number, one: string, many: string): string => `${n(count)} ${count === 1 ? one : many}`

export const products = {
  title: 'Products',
  lede: (products: number, characters: number, topics: number) =>
    [
      plural(products, 'product', 'products'),
      plural(characters, 'character', 'characters'),
      plural(topics, 'topic', 'topics'),
    ].join(', '),
  views: 'Views',
  tabs: { products: 'Products', characters: 'Characters', topics: 'Topics' },
  productTabs: { photos: 'Photos', points: 'Entry points', library: 'Library', results: 'Results' },
  new: { products: 'New product', characters: 'New character', topics: 'New topic' },
  none: {
    products: 'No product yet. Agents make them, or you do: a name and one photo are enough.',
    characters: 'No character yet. A character is a person who appears in pictures, with photos.',
    topics: 'No topic yet. A topic collects entry points without a product.',
  },
  id: 'Id',
  name: 'Name',
  nameMissing: 'Write a name.',
  about: 'Description',
  aboutHelp: 'For you and your agents.',
  create: 'Create',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  save: 'Save',
  counts: (media: number, photos: number) =>
    `${plural(media, 'result', 'results')}, ${plural(photos, 'photo', 'photos')}`,
  photoCount: (photos: number) => plural(photos, 'photo', 'photos'),
  pointCount: (points: number) => plural(points, 'entry point', 'entry points'),
  productLede: (points: number, photos: number) =>
    `${plural(points, 'entry point', 'entry points')}, ${plural(photos, 'photo', 'photos')}.`,
  libraryEmpty: 'Nothing was made for this product yet. Its photos are used by themselves.',
}

export const photos = {
  dropHere: 'Drop photos here, paste them, or',
  choose: 'choose files',
  camera: 'Take a photo',
  kinds: 'JPEG, PNG or WebP, at most 10 MB each.',
  primary: 'Primary',
  primaryHelp: 'Jobs use the primary photo by default. It is the oldest one.',
  firstHelp: 'The first photo becomes the primary one, which jobs use by default.',
  characterHelp: 'Jobs with this character see these photos.',
  list: 'Photos, oldest first',
  uploading: (name: string) => `Storing ${name}`,
  added: (count: number) => `${plural(count, 'photo is', 'photos are')} stored.`,
  wrongKind: (name: string) => `${name} is no JPEG, PNG or WebP.`,
  tooLarge: (name: string) => `${name} is larger than 10 MB.`,
  failed: (name: string) => `${name} was not stored.`,
  remove: 'Delete',
  removeLabel: (label: string) => `Delete the photo ${label}`,
  removeTitle: (label: string) => `Delete the photo ${label}?`,
  removeText: 'Its file is erased for good. Pictures that were made with it stay.',
  removePrimary: 'It is the primary photo. The next oldest one becomes primary, and jobs will use that.',
  removed: 'The photo is deleted.',
  pasted: 'pasted',
}

export const points = {
  free: (count: number) => `${plural(count, 'place', 'places')} free`,
  lede: (used: number, free: number, winners: number, tired: number) => {
    const tiers = [
      winners > 0 && plural(winners, 'wins', 'win'),
      tired > 0 && plural(tired, 'is tired', 'are tired'),
    ].filter(Boolean)
    const places = `${plural(used, 'entry point', 'entry points')}, ${plural(free, 'place', 'places')} free.`
    return tiers.length === 0 ? places : `${places} ${tiers.join(', ')}.`
  },
  new: 'New entry point',
  board: 'Entry points, oldest first',
  freePlace: (place: number) => `Free place ${place}`,
  noPicture: 'No picture yet',
  neverTried: 'Never tried',
  noAd: 'No ad yet',
  ads: (count: number) => plural(count, 'ad', 'ads'),
  noResult: 'No result that can be compared yet',
  text: 'Why do people buy it then?',
  textHelp: 'A moment or a pain, in the words of a customer: "Coffee goes cold in long meetings".',
  textMissing: 'Write the moment or the pain.',
  pain: 'Pain',
  angle: 'Angle',
  angleHelp: 'What the picture promises: "warm for hours".',
  notes: 'Notes',
  optional: 'Optional.',
  keywords: 'Other words for it',
  keywordsHelp: 'Optional. Up to 10, with commas between, in any language. Search finds it by them.',
  foundBy: (words: string) => `Also found by: ${words}`,
  create: 'Create',
  similar: (texts: string[]) => `Nearly the same exists: ${texts.map((text) => `“${text}”`).join(', ')}.`,
  full: 'All 30 places are taken. Delete an entry point to free its place.',
  remove: 'Delete',
  removeTitle: 'Delete this entry point?',
  removeText: 'Its place becomes free. Its pictures and their results stay, and so does what was learned.',
  removed: 'The entry point is deleted. Its results stay.',
  make: 'Make one for it',
  moreFor: (text: string) => `More for “${text}”`,
  copyId: 'Copy the id',
}
