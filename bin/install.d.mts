export const root: string
export function install(): Promise<void>
/** Says that the packages in this folder are those of its lockfile. */
export function stampInstall(folder: string): void
