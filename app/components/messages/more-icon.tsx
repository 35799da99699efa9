import { Icon } from '#app/ui/icons.tsx'

// Not in icons.tsx, which every page loads.
export function MoreIcon() {
  return (
    <Icon fill="currentColor" stroke="none">
      <circle cx="5" cy="12" r="1.6" />
      <circle cx="12" cy="12" r="1.6" />
      <circle cx="19" cy="12" r="1.6" />
    </Icon>
  )
}
