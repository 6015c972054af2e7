import { expect, it } from 'vitest'
import { applyVerb } from '#schema/records/apply-verb.ts'
import { parseInput } from '#schema/records/verb-input.ts'
import { exitProject } from './verbs.ts'

const project = { id: 'p', status: 'ACTIVE', actualIRR: '9.00' }
const investments = ['FUNDED', 'ACTIVE', 'COMMITTED', 'EXITED'].map((status, at) => ({
  id: `i${at}`,
  status,
  amount: `${at}.00`,
  currency: 'AED',
}))
const rows = { get: () => project, where: () => investments }
const exited = (fields: object) =>
  applyVerb(exitProject, rows, { id: 'p', fields: { ...fields }, changeId: 'c', index: 0 })!

it('exits the project and its active investments; commitments stay', () => {
  expect(exited({ actualIRR: '14.20' }).steps).toEqual([
    { op: 'update', entity: 'projects', id: 'p', fields: { actualIRR: '14.20', status: 'EXITED' } },
    { op: 'update', entity: 'investments', id: 'i0', fields: { status: 'EXITED' } },
    { op: 'update', entity: 'investments', id: 'i1', fields: { status: 'EXITED' } },
  ])
})

it('leaves the actual IRR as it is unless one is given, and clears it with null', () => {
  const parsed = (given: object) => parseInput(exitProject, 'p', given)
  expect(parsed({})).toEqual({ ok: true, values: {} })
  expect(parsed({ actualIRR: null })).toEqual({ ok: true, values: { actualIRR: null } })
  expect(exited({}).steps[0]).toMatchObject({ fields: { status: 'EXITED' } })
})

it('shows the IRR before, and the amounts that exit', () => {
  expect(exited({}).shown).toEqual([
    { entity: 'investments', id: 'i0', fields: { amount: '0.00', currency: 'AED' } },
    { entity: 'investments', id: 'i1', fields: { amount: '1.00', currency: 'AED' } },
    { entity: 'projects', id: 'p', fields: { actualIRR: '9.00' } },
  ])
})
