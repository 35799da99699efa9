import { classNames } from './class-names.ts'

/** The look of a link, or the button of a menu, in a row of tabs. */
export const tabStyle = (current: boolean) =>
  classNames(
    '-mb-px flex min-h-12 items-center gap-2 border-b-2 text-[0.9375rem] transition-colors',
    current ? 'border-ink font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
  )
