import { expect, test } from 'vitest'
import { visibleRows } from './use-visible-rows.ts'

const options = { rowHeight: 64, overscan: 8 }

test('only visible and overscan rows are rendered, whatever the number of rows', () => {
  expect(visibleRows(0, 640, { ...options, count: 10_000 })).toEqual({ first: 0, end: 18 })
  expect(visibleRows(64 * 5_000, 640, { ...options, count: 10_000 })).toEqual({ first: 4_992, end: 5_018 })
})

test('nothing is rendered past the last row, even in a list shorter than the screen', () => {
  expect(visibleRows(64 * 9_990, 640, { ...options, count: 10_000 })).toEqual({ first: 9_982, end: 10_000 })
  expect(visibleRows(0, 640, { ...options, count: 3 })).toEqual({ first: 0, end: 3 })
  expect(visibleRows(64 * 500, 640, { ...options, count: 0 })).toEqual({ first: 0, end: 0 })
})
