import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const styleOf = (name: string): string => `@mantine/core/styles/${name}.layer.css`

it('the styles of every component of the library that a screen renders are part of the app', () => {
  const sources = globSync('web/**/*.tsx', { cwd: root }).map(read)
  const imported = sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  const names = new Set(imported.flatMap(([, list]) => list!.split(',').map((each) => each.trim().split(' as ')[0]!)))
  const styled = [...names].filter((name) => existsSync(join(root, 'node_modules', styleOf(name))))
  expect(styled.length).toBeGreaterThan(20)
  const styles = read('web/app/start/library-styles.ts')
  expect(styled.filter((name) => !styles.includes(`'${styleOf(name)}'`))).toEqual([])
})
