declare module 's3rver' {
  /** An S3-compatible storage in our own process; takes the keys S3RVER and S3RVER. */
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly [] }[]
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
