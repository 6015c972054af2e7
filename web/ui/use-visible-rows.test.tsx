import { expect, test } from 'vitest'
import { visibleRows } from './use-visible-rows.ts'

test('only rows in sight and a few beyond are drawn, whatever the number of rows', () => {
  expect(visibleRows(0, 640, 10_000, 64)).toEqual({ first: 0, end: 18 })
  expect(visibleRows(64 * 5_000, 640, 10_000, 64)).toEqual({ first: 4_992, end: 5_018 })
})

test('the last rows and lists shorter than the screen end where they end', () => {
  expect(visibleRows(64 * 9_990, 640, 10_000, 64)).toEqual({ first: 9_982, end: 10_000 })
  expect(visibleRows(0, 640, 3, 64)).toEqual({ first: 0, end: 3 })
  expect(visibleRows(64 * 500, 640, 0, 64)).toEqual({ first: 0, end: 0 })
})
