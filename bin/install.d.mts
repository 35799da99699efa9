export const root: string
/** The packages that build and run the shop, or also those that test it. */
export type Extent = 'shop' | 'everything'
/** Installs what the lockfile in this folder says; by default in the project's folder. */
export function install(extent: Extent, folder?: string): Promise<void>
/** Records that the packages in this folder are those of its lockfile. */
export function stampInstall(folder: string, extent: Extent): void
