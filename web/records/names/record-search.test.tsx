import { expect, test } from 'vitest'
import { applyPatch } from '#web/ui/search/list-search.ts'
import { parentsIn, withoutFilters, readRecordSearch } from './record-search.ts'

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

test('search, filter, dialog and the references of the entity are read from the address', () => {
  const list = { q: 'quay', unsent: true, sort: '-name', dialog: 'edit', record: 'r', min: '5' }
  const status = 'FUNDED'
  expect(readRecordSearch('investments')(address)).toStrictEqual({ ...list, status, investorId: 'i', projectId: '7' })
  expect(readRecordSearch('referrals')(address)).toStrictEqual({ ...list, investorId: 'i' })
  expect(readRecordSearch('projects')(address)).toStrictEqual({ ...list, status })
  expect(readRecordSearch('investments')({ investorId: '', projectId: ['a'], referralId: {} })).toStrictEqual({})
})

test('parent records are read from the address', () => {
  const search = readRecordSearch('investments')(address)
  expect(parentsIn('investments', search)).toStrictEqual({ investorId: 'i', projectId: '7' })
  expect(parentsIn('investments', readRecordSearch('investments')({}))).toStrictEqual({})
})

test('showing all records removes search, filters and references, and keeps the sort and the dialog', () => {
  const search = readRecordSearch('investments')(address)
  expect(applyPatch(search, withoutFilters('investments'))).toStrictEqual({
    sort: '-name',
    dialog: 'edit',
    record: 'r',
  })
})
