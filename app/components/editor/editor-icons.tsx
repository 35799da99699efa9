import { Icon, type IconProps } from '#app/ui/icons.tsx'

const drawn = (line: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={line} />
  </Icon>
)

export const UpIcon = drawn('M12 20V4M6 10l6-6 6 6')
export const DownIcon = drawn('M12 4v16m6-6-6 6-6-6')
export const TrashIcon = drawn(
  'M4 6.500h16M9 6.500V4h6v2.500M6 6.500 7 20h10l1-13.500M10 10.500v6M14 10.500v6',
)
export const BrushIcon = drawn(
  'M20.500 3.500 11 13M9.500 12c-2.500 0-3.500 1.500-3.500 3.500S4.500 19 3 19c1.500 1.500 8.500 2.500 9.500-3A3.300 3.300 0 0 0 9.500 12Z',
)
export const PlusIcon = drawn('M12 5v14M5 12h14')
export const UndoIcon = drawn('M9 5 4 10l5 5M4 10h10a6 5 0 0 1 0 10h-3')
export const RedoIcon = drawn('m15 5 5 5-5 5M20 10H10a6 5 0 0 0 0 10h3')
