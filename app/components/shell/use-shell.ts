import { useRouteLoaderData } from 'react-router'
import { bareShell, type Shell } from './shell.ts'

/** What root has loaded; a visitor's bare shell where root itself has failed. */
export function useShell(): Shell {
  return useRouteLoaderData<{ shell: Shell }>('root')?.shell ?? bareShell
}
