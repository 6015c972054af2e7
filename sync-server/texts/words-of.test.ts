import { expect, test } from 'vitest'
import type { Entity } from '#schema/kernel/entity.ts'
import { languageCodes } from '#schema/kernel/enumerations.ts'
import { cellWords, valueForWord } from '#schema/import/cell-words.ts'
import { importables, isImportable } from '#schema/import/import-map.ts'
import { registry } from '#schema/registry.ts'
import { wordsIn } from './words-of.ts'

const entities = Object.keys(importables).filter(isImportable)

test.each(languageCodes)('in %s no word means two values, or another stored value', (language) => {
  const values: { of: string; value: string; word: string; meant: string }[] = []
  for (const entity of entities) {
    const wordsOf = wordsIn(language, entity)
    for (const [name, field] of Object.entries((registry[entity] as Entity).fields)) {
      const cases: [value: string, word: string][] = []
      const words = cellWords(name, field, (_, value) => {
        const found = wordsOf(name, value)
        cases.push(...[value, ...found].map((word): [string, string] => [value, word]))
        return found
      })
      for (const [value, word] of cases)
        values.push({ of: `${entity}.${name}`, value, word, meant: String(valueForWord(words, word) ?? value) })
    }
  }
  expect(values.length).toBeGreaterThan(20)
  expect(values.filter(({ value, meant }) => value !== meant)).toEqual([])
})
