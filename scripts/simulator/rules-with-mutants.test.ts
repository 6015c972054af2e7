// Histories prove a rule only if breaking it makes them fail, so every new rule of these families needs a mutant.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../processes/programs.ts'
import { brokenBy, mutants } from './mutants/mutants.ts'
import { allMutants } from './mutants/mutants-by-world.ts'

const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
  ([, id]) => id!,
)
/** By the mutants in concurrency.test.ts. */
const brokenByConcurrency = ['NUM2', 'PULL3']
const broken = new Set([
  ...brokenByConcurrency,
  ...Object.values(brokenBy),
  ...allMutants.flatMap(({ breaks }) => breaks ?? []),
])
const families = /^(NUM|PULL|WHO|HIST|BACK|FOLD|MERGE|SEND|TAB|HINT|GROW)\d/

/** Covered only by tests of single parts. Never add to this list. */
const withoutMutant = [
  'NUM1 NUM3 NUM4',
  'PULL15 PULL6 PULL7 PULL16 PULL9 PULL19 PULL13 PULL20 PULL21 PULL14',
  'WHO8 WHO2 WHO9 WHO10 WHO11 WHO12 WHO13 WHO17 WHO18 WHO20',
  'HIST1 HIST2 HIST14 HIST15 HIST4 HIST17 HIST6 HIST18 HIST7 HIST8 HIST9 HIST10 HIST19 HIST20 HIST11 HIST12',
  'HIST13 HIST21 HIST22',
  'BACK1 BACK7 BACK8 BACK9 BACK2 BACK10 BACK3 BACK11 BACK12 BACK13 BACK14 BACK4 BACK15 BACK16 BACK5 BACK17 BACK18',
  'BACK19 BACK6',
  'FOLD2 FOLD3 FOLD8 FOLD9 FOLD10 FOLD4 FOLD5 FOLD6',
  'MERGE9 MERGE2 MERGE10 MERGE11 MERGE3 MERGE5 MERGE6 MERGE7 MERGE8',
  'SEND3 SEND4 SEND16 SEND8 SEND10 SEND11 SEND20 SEND12 SEND21 SEND13 SEND22',
  'TAB3 TAB2 TAB4',
  'HINT1 HINT2 HINT3 HINT4 HINT5',
  'GROW1 GROW10 GROW11 GROW2 GROW4 GROW5 GROW6 GROW12 GROW14 GROW15 GROW16 GROW17 GROW19 GROW20 GROW21 GROW22',
  'GROW23 GROW24 GROW25 GROW26 GROW27',
].flatMap((line) => line.split(' '))

it('every mutant breaks a rule that the protocol has', () => {
  expect([...broken].filter((rule) => !rules.includes(rule))).toEqual([])
  expect(Object.keys(brokenBy)).toEqual(Object.keys(mutants))
})

it('every rule about order, crashes, tabs, histories and versions has a mutant, but for those listed', () => {
  expect(rules.filter((rule) => families.test(rule) && !broken.has(rule))).toEqual(withoutMutant)
})
