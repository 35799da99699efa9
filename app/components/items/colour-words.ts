/** Values of `colour` that have another spelling or name on screen. */
const NAMES: Readonly<Record<string, string>> = { Grey: 'Gray', Multi: 'Multicolor' }

/** 'Gray' for 'Grey': the database and addresses have one spelling, the site shows another. */
export const colourWords = (colour: string): string => NAMES[colour] ?? colour
