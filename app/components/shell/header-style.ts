// With large text on a phone, these elements grow only as far as the line has room.
export const HEADER_ICON =
  'grid size-[min(2.75rem,11.5vw)] place-items-center rounded-control hover:bg-sand'
export const HEADER_LINK =
  'inline-flex min-h-11 items-center text-[min(0.875rem,7vw)] whitespace-nowrap hover:text-primary-700'

/** A link in the menu. */
export const MENU_LINE =
  'flex min-h-11 items-center text-base hover:text-primary-700 aria-[current=page]:font-medium'
