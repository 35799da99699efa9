import { Icon, type IconProps } from '#app/ui/icons.tsx'

export function FilterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 7h17M6.5 12h11M9.5 17h5" />
    </Icon>
  )
}
