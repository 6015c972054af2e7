import { expect, test } from 'vitest'
import { readPart, writePart } from './part-in-address.ts'

test('what is open within the details is read back from the address as it was written', () => {
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

test('another entity’s part and no part open nothing', () => {
  const parts = ['projects edit id', 'valuations', 'edit id', '', undefined]
  expect(parts.map((part) => readPart('valuations', part))).toEqual(parts.map(() => ({})))
})
