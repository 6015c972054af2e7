import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../processes/programs.ts'
import { ruleBrokenBy, mutants } from './mutants/mutants.ts'
import { allMutants } from './mutants/mutants-by-world.ts'

const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
  ([, id]) => id!,
)
const brokenByConcurrency = ['NUM2', 'PULL3']
const broken = new Set([
  ...brokenByConcurrency,
  ...Object.values(ruleBrokenBy),
  ...allMutants.flatMap(({ breaks }) => breaks ?? []),
])
const families = /^(NUM|PULL|WHO|HIST|BACK|FOLD|MERGE|SEND|TAB|HINT|GROW)\d/

/** Lower it with each mutant; it never rises. */
const withoutMutant = 119

it('every mutant breaks a rule that the protocol has', () => {
  expect([...broken].filter((rule) => !rules.includes(rule))).toEqual([])
  expect(Object.keys(ruleBrokenBy)).toEqual(Object.keys(mutants))
})

it('no rule about order, crashes, tabs, histories or versions is added without a mutant', () => {
  const without = rules.filter((rule) => families.test(rule) && !broken.has(rule))
  expect(without.length, `without a mutant: ${without.join(' ')}`).toBe(withoutMutant)
})
