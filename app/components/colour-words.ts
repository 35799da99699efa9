/** Values of `colour` that have another spelling or name on screen. */
const NAMES: Readonly<Record<string, string>> = { Grey: 'Gray', Multi: 'Multicolor' }

/** 'Gray' for 'Grey': stored and in addresses in one spelling, shown in that of the site. */
export const colourWords = (colour: string): string => NAMES[colour] ?? colour
