import { icon } from '#app/ui/icons.tsx'

export const ChevronLeftIcon = icon(<path d="m14.5 6-6 6 6 6" />)

export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6" />)

export const CalendarIcon = icon(<path d="M4 6.5h16V20H4zM4 10.5h16M8.5 4v4M15.5 4v4" />)
