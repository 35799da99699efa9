import { icon } from '#app/ui/icons.tsx'

export const FilterIcon = icon(<path d="M3.5 7h17M6.5 12h11M9.5 17h5" />)
