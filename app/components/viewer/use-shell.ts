import { useRouteLoaderData } from 'react-router'
import { bareShell, type Shell } from './shell.ts'

/** Root's loader data; that of a visitor when root itself has failed. */
export function useShell(): Shell {
  return useRouteLoaderData<{ shell: Shell }>('root')?.shell ?? bareShell
}
