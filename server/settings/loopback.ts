/** True for an address or a name that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|::ffff:127\.\d+\.\d+\.\d+)$/i.test(host)
}

/** The same for the host of a URL, with its port if it has one. */
export function isLocalHost(host: string): boolean {
  return /^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
}

/** Whether PUBLIC_URL lets visitors on other machines reach this shop. */
export function isForOthers(publicUrl: string | null): boolean {
  return publicUrl !== null && !isLocalHost(new URL(publicUrl).host)
}
