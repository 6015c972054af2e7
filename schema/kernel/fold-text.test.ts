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

it.each([
  ['alef with hamza, madda or wasla', 'أحمد آمنة إبراهيم ٱلنور', 'احمد امنه ابراهيم النور'],
  ['ta marbuta and ha', 'شركة', 'شركه'],
  ['alef maqsura and ya', 'مصطفى', 'مصطفي'],
  ['hamza on its seat', 'لؤي الرائد', 'لوي الرايد'],
  ['vowel signs, shadda and the small alef', 'مُحَمَّد رحمٰن', 'محمد رحمن'],
  ['a widened word', 'مـــحـــمـــد', 'محمد'],
  ['the letters of Persian keyboards', 'علی کریم', 'علي كريم'],
  ['joined forms from old files', 'ﻻﻣﻊ', 'لامع'],
  ['Arabic and Persian digits', 'برج ١٢٣ ۴۵۶', 'برج 123 456'],
  ['invisible direction marks', '\u200Fنور\u200E \u2067دبي\u2069', 'نور دبي'],
])('Arabic is found in each spelling: %s', (_, one, other) => {
  expect(foldText(one)).toBe(foldText(other))
  expect(foldText(other)).toBe(other)
})

it.each([
  ['a nukta, even within one sign', 'ज़ाहिर फ़ैज़ क़ुतुब', 'जाहिर फैज कुतुब'],
  ['both signs of a nasal vowel', 'पाँच', 'पांच'],
  ['Devanagari digits', 'टावर १२३', 'टावर 123'],
  ['invisible joiners', 'क्\u200Dष', 'क्ष'],
])('Hindi is found in each spelling: %s', (_, one, other) => {
  expect(foldText(one)).toBe(foldText(other))
  expect(foldText(other)).toBe(other)
})

it('Hindi vowels distinguish words', () => {
  expect(new Set(['की', 'का', 'के', 'को', 'क'].map(foldText)).size).toBe(5)
})
