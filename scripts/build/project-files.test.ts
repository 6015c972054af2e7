import { expect, it } from 'vitest'
import { projectFiles } from './project-files.ts'

it.each(['/srv/holdfast/', '/srv/schema/', '/srv/web'])('matches the project’s files in %s', (root) => {
  const isSchema = projectFiles(root)(/^schema\/.+\.ts$/)
  const at = (path: string) => `${root}/${path}`.replace('//', '/')
  expect([at('schema/registry.ts'), at('web/entry.ts'), '/schema/registry.ts'].map(isSchema)).toEqual([
    true,
    false,
    false,
  ])
})
