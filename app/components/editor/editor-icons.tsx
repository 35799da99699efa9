import { Icon, type IconProps } from '#app/ui/icons.tsx'

const drawn = (line: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={line} />
  </Icon>
)

export const UpIcon = drawn('M12 20V4M6 10l6-6 6 6')
export const DownIcon = drawn('M12 4v16m6-6-6 6-6-6')
export const TrashIcon = drawn('M4 6.5h16M9 6.5V4h6v2.5M6 6.5 7 20h10l1-13.5M10 10.5v6M14 10.5v6')
export const BrushIcon = drawn(
  'M20.5 3.5 11 13M9.5 12c-2.5 0-3.5 1.5-3.5 3.5S4.5 19 3 19c1.5 1.5 8.5 2.5 9.5-3A3.3 3.3 0 0 0 9.5 12Z',
)
export const PlusIcon = drawn('M12 5v14M5 12h14')
export const UndoIcon = drawn('M9 5 4 10l5 5M4 10h10a6 5 0 0 1 0 10h-3')
export const RedoIcon = drawn('m15 5 5 5-5 5M20 10H10a6 5 0 0 0 0 10h3')
