// The closed lists of values of an item.

export const itemCategories = [
  'Dress',
  'Gown',
  'Top',
  'Skirt',
  'Trousers',
  'Jumpsuit',
  'Suit',
  'Jacket',
  'Coat',
  'Knitwear',
  'Accessory',
] as const
export const itemColours = [
  'Black',
  'White',
  'Ivory',
  'Grey',
  'Red',
  'Pink',
  'Orange',
  'Yellow',
  'Green',
  'Blue',
  'Purple',
  'Brown',
  'Gold',
  'Silver',
  'Multi',
] as const
export const itemFabrics = [
  'Cotton',
  'Silk',
  'Wool',
  'Linen',
  'Velvet',
  'Satin',
  'Lace',
  'Sequin',
  'Leather',
  'Denim',
  'Synthetic',
  'Other',
] as const
export const itemSleeves = [
  'Sleeveless',
  'Short sleeves',
  'Three-quarter sleeves',
  'Long sleeves',
] as const
export const itemHemlines = ['Mini', 'Knee-length', 'Midi', 'Maxi'] as const
export const itemNecklines = [
  'V-neck',
  'Round neck',
  'Square neck',
  'Sweetheart',
  'Halter',
  'High neck',
  'One shoulder',
  'Off the shoulder',
  'Strapless',
  'Collar',
  'Other',
] as const

export type ItemCategory = (typeof itemCategories)[number]
export type ItemColour = (typeof itemColours)[number]
export type ItemFabric = (typeof itemFabrics)[number]
export type ItemSleeves = (typeof itemSleeves)[number]
export type ItemHemline = (typeof itemHemlines)[number]
export type ItemNeckline = (typeof itemNecklines)[number]
