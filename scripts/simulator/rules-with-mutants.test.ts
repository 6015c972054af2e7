// Rules about order, crashes, tabs, histories and versions are proved by histories, and a history proves a rule only if
// breaking the rule makes it fail. New rules of these families need a mutant.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../programs.ts'
import { brokenBy, mutants } from './mutants.ts'
import { allMutants } from './mutants-by-world.ts'

const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
  ([, id]) => id!,
)
/** Broken by the mutants in crowd.test.ts, which meet others at the server. */
const brokenInCrowds = ['NUM2', 'PULL3']
const broken = new Set([
  ...brokenInCrowds,
  ...Object.values(brokenBy),
  ...allMutants.flatMap(({ breaks }) => breaks ?? []),
])
const families = /^(NUM|PULL|WHO|HIST|BACK|FOLD|MERGE|SEND|TAB|HINT|GROW)\d/

/** Only tests of single parts hold these. A line leaves this list with its mutant, and none comes to it. */
const withoutMutant = [
  'NUM1 NUM3 NUM4',
  'PULL6 PULL7 PULL9 PULL13 PULL14',
  'WHO2',
  'HIST1 HIST2 HIST4 HIST6 HIST7 HIST8 HIST9 HIST10 HIST11 HIST12 HIST13',
  'BACK1 BACK2 BACK3 BACK4 BACK5 BACK6',
  'FOLD2 FOLD4 FOLD5 FOLD6',
  'MERGE2 MERGE3 MERGE5 MERGE6 MERGE7 MERGE8',
  'SEND3 SEND10 SEND11 SEND12 SEND13',
  'TAB2',
  'HINT1 HINT2 HINT3 HINT4 HINT5',
  'GROW1 GROW2 GROW4 GROW5',
].flatMap((line) => line.split(' '))

it('every mutant breaks a rule that the protocol has', () => {
  expect([...broken].filter((rule) => !rules.includes(rule))).toEqual([])
  expect(Object.keys(brokenBy)).toEqual(Object.keys(mutants))
})

it('every rule about order, crashes, tabs, histories and versions has a mutant, but for those listed', () => {
  expect(rules.filter((rule) => families.test(rule) && !broken.has(rule))).toEqual(withoutMutant)
})
