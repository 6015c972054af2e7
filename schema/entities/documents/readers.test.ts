import { expect, test } from 'vitest'
import { readersOf } from './entity.ts'

const investorId = '0198f5a2-0000-7000-8000-000000000001'

test.each([
  [{ investorId, audience: 'STAFF' }, false, 'INVESTOR'],
  [{ investorId, audience: 'INVESTORS' }, true, 'INVESTOR'],
  [{ investorId: null, audience: 'INVESTORS' }, true, 'INVESTORS'],
  [{ investorId: null, audience: 'INVESTORS' }, false, 'STAFF'],
  [{ investorId: null, audience: 'STAFF' }, true, 'STAFF'],
  [{ investorId: null, audience: null }, true, 'STAFF'],
] as const)('a document with %o, project visible: %s, is read by %s', (document, isProjectVisible, readers) => {
  expect(readersOf(document, isProjectVisible)).toBe(readers)
})
