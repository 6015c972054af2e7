import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

test('rows are close for a mouse and wide for a finger, and what a person chose comes before that', () => {
  expect(densityOf(null, false)).toMatchObject({ row: 40, target: 32 })
  expect(densityOf(null, true)).toMatchObject({ row: 56, target: 44 })
  expect(densityOf('COMFORTABLE', false)).toBe(densityOf(null, true))
  expect(densityOf('COMPACT', false)).toBe(densityOf(null, false))
})

test('nothing that a finger presses is lower than 44 pixels, however close the rows', () => {
  expect(densityOf('COMPACT', true)).toMatchObject({ name: 'COMPACT', row: 44, target: 44 })
})
