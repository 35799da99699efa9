import { testTranslated } from '#test/translated-walk.ts'

await testTranslated(['admin'])
