export const root: string
/** What builds and runs the shop, or also what tests it. */
export type Extent = 'shop' | 'everything'
/** Installs what the lockfile in this folder says: without one, in the project's. */
export function install(extent: Extent, folder?: string): Promise<void>
/** Says that the packages in this folder are those of its lockfile. */
export function stampInstall(folder: string, extent: Extent): void
