import { icon } from '#app/ui/icons.tsx'

// Icons of password fields and editors. They are separate because first pages do not have them.

export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)

export const EyeOffIcon = icon(
  <path d="M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM4 20 20 4" />,
)
