// An older version of the same package, whose types differ only where no test uses them.
declare module 'playwright-core-for-firefox' {
  export { firefox } from 'playwright-core'
}
