export const DEFAULT_PORT: string
export const DEFAULT_METRICS_HOST: string
/** Null when it is not a port. */
export function portNumber(value: string): number | null
/** The settings that messages name. */
export type PortSettings = { readonly port: string; readonly host: string }
/** Why a port cannot be listened on; null when the error says nothing that a setting could mend. */
export function listenProblem(
  error: NodeJS.ErrnoException,
  where: { readonly port: number; readonly host: string | undefined },
  names: PortSettings,
): string | null
