import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../processes/programs.ts'

it('the changelog begins with the version of the package', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [, newest] = /^## (\S+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('sync-server/CHANGELOG.md'))!
  expect(newest).toBe((JSON.parse(read('package.json')) as { version: string }).version)
})
