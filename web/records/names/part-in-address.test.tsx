import { expect, test } from 'vitest'
import { readPart, writePart } from './part-in-address.ts'

test('a dialog that is open within the details is written to the address and read back', () => {
  expect(writePart('valuations', { dialog: 'create' })).toBe('valuations create')
  expect(writePart('valuations', { dialog: 'edit', record: 'id' })).toBe('valuations edit id')
  for (const part of [
    { dialog: 'create' },
    { dialog: 'edit', record: 'id' },
    { dialog: 'delete', record: 'id' },
    { dialog: 'merge', record: 'id', other: 'twin' },
  ] as const)
    expect(readPart('valuations', writePart('valuations', part))).toEqual(part)
})

test('a part of another entity, an incomplete part and no part open nothing', () => {
  const parts = ['projects edit id', 'valuations', 'edit id', '', undefined]
  expect(parts.map((part) => readPart('valuations', part))).toEqual(parts.map(() => ({})))
})
