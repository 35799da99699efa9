import type { Stretch } from '#db/enums.ts'

export const stretchWords = {
  none: 'No stretch',
  some: 'Some stretch',
  much: 'A lot of stretch',
} as const satisfies Record<Stretch, string>
