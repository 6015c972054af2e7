import { expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

it.each([
  ['Łódź', 'lodz'],
  ['IŞIK ışık', 'isik isik'],
  ['İstanbul', 'istanbul'],
  ['Ørsted đồng', 'orsted dong'],
  ['ﬁn', 'fin'],
  ['Harbour 7', 'harbour 7'],
])('%s is found as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})
