// Plain JavaScript for Node 20: `npm start` tries the ports before packages are installed.

export const DEFAULT_PORT = '3000'
export const DEFAULT_METRICS_HOST = '127.0.0.1'

export function portNumber(value) {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : null
}

export function listenProblem({ code }, { port, host }, names) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Set ${names.port} to another port.`
  if (code === 'EACCES') return `Port ${port} can only be used by root.`
  if (code === 'ENOTFOUND') return `${names.host} ${host} cannot be resolved.`
  return null
}
