import type { RouterContextProvider } from 'react-router'
import { appContext, visitContext } from './contexts.ts'

/**
 * Whether /dev/mail shows emails to whoever makes this request. They contain links that set passwords:
 * only people at this machine can read them.
 */
export function readsOutbox(context: Readonly<RouterContextProvider>): boolean {
  const { mailIsLocal, paymentsAreReal } = context.get(appContext)
  return mailIsLocal && !paymentsAreReal && context.get(visitContext).isThisMachine
}
