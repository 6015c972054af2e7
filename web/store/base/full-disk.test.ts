import { expect, it } from 'vitest'
import { isFull, NotEnoughSpace } from './full-disk.ts'

it.each([
  ['the browser’s share of the disk is used up', new DOMException('', 'QuotaExceededError')],
  ['there is not enough space for a file', new NotEnoughSpace()],
  ['the disk itself is full', new DOMException('Failed to write blobs (IOError)', 'DataError')],
  [
    'it was full when a database was opened',
    new DOMException('Encountered full disk while opening backing store for indexedDB.open.', 'UnknownError'),
  ],
  ['a database has wrapped it', { inner: { cause: new DOMException('', 'QuotaExceededError') } }],
])('a device is full if %s', (_, error) => expect(isFull(error)).toBe(true))

it.each([new Error('Failed to fetch'), new DOMException('', 'AbortError'), 'quota', null])(
  'a device is not full for %s',
  (error) => expect(isFull(error)).toBe(false),
)
