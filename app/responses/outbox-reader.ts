import type { RouterContextProvider } from 'react-router'
import { appContext, visitContext } from '#app/request/contexts.ts'

/**
 * Whether /dev/mail shows emails to the person making this request. The emails contain links that
 * set passwords, so only people at this machine can read them.
 */
export function readsOutbox(context: Readonly<RouterContextProvider>): boolean {
  const { mailIsLocal, paymentsAreReal } = context.get(appContext)
  return mailIsLocal && !paymentsAreReal && context.get(visitContext).isThisMachine
}
