import { expect, test } from 'vitest'
import { personName } from './person-name.ts'
import { telephoneLink } from './telephone-link.ts'

test('a person’s name is the first and last name as far as known, else the e-mail address', () => {
  const email = 'ada@example.com'
  expect(personName({ firstName: 'Ada', lastName: 'Berg', email })).toBe('Ada Berg')
  expect(personName({ firstName: null, lastName: 'Berg', email })).toBe('Berg')
  expect(personName({ firstName: 'Ada', lastName: null, email })).toBe('Ada')
  expect(personName({ firstName: '', lastName: null, email })).toBe(email)
})

test('a phone link contains only the digits and signs of the number', () => {
  expect(telephoneLink('+33 (0)6 12-34.56')).toBe('tel:+3306123456')
  expect(telephoneLink('*21#')).toBe('tel:*21#')
  expect(telephoneLink('ext; javascript:1')).toBe('tel:1')
})
