import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { asReadable } from '#app/responses/whole-response.ts'
import { createFiles } from './files.ts'

test('the files of all recent builds are served', async () => {
  const builds = mkdtempSync(join(tmpdir(), 'hemline-builds-'))
  onTestFinished(() => rmSync(builds, { recursive: true }))
  for (const build of ['old', 'new']) {
    mkdirSync(join(builds, build, 'client/assets'), { recursive: true })
    writeFileSync(join(builds, build, `client/assets/${build}-1a2b.js`), `"${build}"`)
    writeFileSync(join(builds, build, 'client/robots.txt'), build)
  }
  const serve = createFiles(join(builds, 'old/client'))
  const ask = async (path: string) => {
    const answer = await serve(new Request(`http://shop.test${path}`))
    return answer && [answer.status, await asReadable(answer).text()]
  }
  expect(await ask('/assets/old-1a2b.js')).toEqual([200, '"old"'])
  expect(await ask('/assets/new-1a2b.js')).toEqual([200, '"new"'])
  expect(await ask('/assets/gone-1a2b.js')).toEqual([404, 'Not found\n'])
  expect(await ask('/robots.txt')).toEqual([200, 'old'])
  expect(await ask('/../new/client/assets/new-1a2b.js')).toBeNull()
})
