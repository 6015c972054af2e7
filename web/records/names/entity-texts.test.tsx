import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { choiceLabel, fieldLabel, flagLabel, pluralName, statusLabel, textOf, activityText } from './entity-texts.ts'

await startI18n()

test('a choice has its label, and free text is shown unchanged', () => {
  expect(choiceLabel('documents', 'type', 'FACT_SHEET')).toBe('Fact sheet')
  for (const freeText of ['$t(common:save)', '{{name}}', 'Loan: see annex 4.2', 'TERM SHEET', ''])
    expect(choiceLabel('documents', 'type', freeText)).toBe(freeText)
})

test('FUNDED and a missing status are shown as ACTIVE', () => {
  expect([statusLabel('projects', 'FUNDED'), statusLabel('projects', null)]).toEqual(['Active', 'Active'])
})

test('a flag has the labels of its entity, else yes and no', () => {
  expect([flagLabel('referrals', 'isActive', false), flagLabel('opportunities', 'viewed', true)]).toEqual([
    'Inactive',
    'Yes',
  ])
})

test('unknown entities of newer builds have general texts', () => {
  expect([pluralName('covenants'), activityText('covenants', 'delete')]).toEqual(['Records', 'Deleted record'])
  expect([activityText('covenants', 'waive'), activityText('investors', 'waive')]).toEqual([
    'Updated record',
    'Updated investor',
  ])
  expect(activityText('investors', 'link')).toBe('Linked user to investor')
  expect(fieldLabel('covenants', 'ratio')).toBe('ratio')
})

test('activity texts use the term of the entity', () => {
  expect([activityText('opportunities', 'create'), activityText('investorConnections', 'create')]).toEqual([
    'Shared an opportunity',
    'Added investor connection',
  ])
})

test('a text that an entity does not have is null', () => {
  expect(textOf('projects', 'hints.name')).toBeNull()
  expect(textOf('projects', 'hints.isVisibleToInvestors')).toContain('all investors see this project')
})
