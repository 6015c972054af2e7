import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { choiceLabel, fieldLabel, flagLabel, manyWord, statusLabel, textOf, activityText } from './entity-texts.ts'

await startI18n()

test("a choice has its word, and somebody's words are said exactly as they are", () => {
  expect(choiceLabel('documents', 'type', 'FACT_SHEET')).toBe('Fact Sheet')
  for (const words of ['$t(common:save)', '{{name}}', 'Loan: see annex 4.2', 'TERM SHEET', ''])
    expect(choiceLabel('documents', 'type', words)).toBe(words)
})

test('FUNDED is shown as ACTIVE, and so is a missing status', () => {
  expect([statusLabel('projects', 'FUNDED'), statusLabel('projects', null)]).toEqual(['Active', 'Active'])
})

test('a flag has words of its own where the entity gives some, else yes and no', () => {
  expect([flagLabel('referrals', 'isActive', false), flagLabel('opportunities', 'viewed', true)]).toEqual([
    'Inactive',
    'Yes',
  ])
})

test('entities of newer builds have general texts', () => {
  expect([manyWord('covenants'), activityText('covenants', 'delete')]).toEqual(['Records', 'Deleted record'])
  expect([activityText('covenants', 'waive'), activityText('investors', 'waive')]).toEqual([
    'Changed record',
    'Changed investor',
  ])
  expect(activityText('investors', 'link')).toBe('Linked an account to investor')
  expect(fieldLabel('covenants', 'ratio')).toBe('ratio')
})

test('a history calls what investors share and whom they know by the entity’s term', () => {
  expect([activityText('opportunities', 'create'), activityText('investorConnections', 'create')]).toEqual([
    'New shared opportunity',
    'New investor connection',
  ])
})

test('a text that an entity does not have is null', () => {
  expect(textOf('projects', 'hints.name')).toBeNull()
  expect(textOf('projects', 'hints.isVisibleToInvestors')).toContain('Investors see this project')
})
