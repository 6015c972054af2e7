import { expect, test } from 'vitest'
import { applyPatch } from '#web/ui/search/list-search.ts'
import { belongingTo, everyRecord, readRecordSearch } from './record-search.ts'

const address = {
  q: 'quay',
  unsent: true,
  sort: '-name',
  dialog: 'edit',
  record: 'r',
  investorId: 'i',
  projectId: 7,
  amount: '5',
  status: 'FUNDED',
  min: 5,
  name: 'n',
}

test('the address gives search, filter and dialog, and only the references that the entity has', () => {
  const list = { q: 'quay', unsent: true, sort: '-name', dialog: 'edit', record: 'r', min: '5' }
  const status = 'FUNDED'
  expect(readRecordSearch('investments')(address)).toStrictEqual({ ...list, status, investorId: 'i', projectId: '7' })
  expect(readRecordSearch('referrals')(address)).toStrictEqual({ ...list, investorId: 'i' })
  expect(readRecordSearch('projects')(address)).toStrictEqual({ ...list, status })
  expect(readRecordSearch('investments')({ investorId: '', projectId: ['a'], referralId: {} })).toStrictEqual({})
})

test('rows belong to the records that the address names', () => {
  const search = readRecordSearch('investments')(address)
  expect(belongingTo('investments', search)).toStrictEqual({ investorId: 'i', projectId: '7' })
  expect(belongingTo('investments', readRecordSearch('investments')({}))).toStrictEqual({})
})

test('showing every record removes search, filter and references, and keeps the order and the dialog', () => {
  const search = readRecordSearch('investments')(address)
  expect(applyPatch(search, everyRecord('investments'))).toStrictEqual({ sort: '-name', dialog: 'edit', record: 'r' })
})
