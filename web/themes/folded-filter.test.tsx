import { expect, test } from 'vitest'
import { filterBy, foldedFilter } from './folded-filter.ts'

const option = (label: string) => ({ value: label, label })
const options = [
  option('Île-de-France'),
  option('İstanbul'),
  { group: 'العربية', items: [option('الإمارات'), option('مصر')] },
]
const found = (search: string, limit = 10) => foldedFilter({ options, search, limit })

test('options are found regardless of diacritics, case and word order', () => {
  expect(found('istanbul')).toEqual([options[1]])
  expect(found('france ile')).toEqual([options[0]])
  expect(found('')).toEqual(options)
  expect(found('Oslo')).toEqual([])
})

test('options of a group are found in their group, however a letter is written', () => {
  expect(found('الامارات')).toEqual([{ group: 'العربية', items: [option('الإمارات')] }])
})

test('no more options are shown than there is room for', () => {
  expect(found('', 1)).toEqual([options[0]])
})

test('options are found in another text of theirs where a select says so', () => {
  const filter = filterBy(({ label, value }) => `${label} ${value}`)
  const zone = { value: 'Europe/Istanbul', label: 'Türkiye Saati' }
  expect(filter({ options: [zone, options[0]!], search: 'istanbul', limit: 10 })).toEqual([zone])
  expect(foldedFilter({ options: [zone], search: 'europe', limit: 10 })).toEqual([])
})
