import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Certificate } from './certificates.ts'

/**
 * Sends a request, with this client certificate or none, to a server of this machine; returns the
 * body. Throws if it does not answer within two seconds, answers with an error or is not trusted.
 */
export async function secureRequest(
  {
    port,
    path,
    method = 'GET',
  }: { readonly port: number; readonly path: string; readonly method?: string },
  { CA, CERTIFICATE, KEY }: Pick<Certificate, 'CA'> & Partial<Certificate>,
): Promise<string> {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    ca: readFileSync(CA),
    ...(CERTIFICATE && KEY && { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }),
    signal: AbortSignal.timeout(2_000),
    agent: false,
  }
  return await new Promise((resolve, reject) => {
    request(options, (response) => {
      const { statusCode } = response
      if (statusCode === 200) text(response).then(resolve, reject)
      else {
        response.resume()
        reject(new Error(`${path} answers ${statusCode}`))
      }
    })
      .on('error', reject)
      .end()
  })
}
