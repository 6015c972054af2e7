import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { foldText } from '#schema/kernel/fold-text.ts'
import { findsAll, wordsOf } from '#web/store/tables/search-words.ts'

/** Searches options like lists search rows: words in any order, ignoring case and diacritics. */
export const filterBy =
  (textOf: (item: ComboboxItem) => string): OptionsFilter =>
  ({ options, search, limit }) => {
    const words = wordsOf(search)
    const isFound = (item: ComboboxItem): boolean => findsAll(words, foldText(textOf(item)))
    const found = (each: ComboboxParsedItem): ComboboxParsedItem[] => {
      if (!('group' in each)) return isFound(each) ? [each] : []
      const items = each.items.filter(isFound)
      return items.length > 0 ? [{ ...each, items }] : []
    }
    return options.flatMap(found).slice(0, limit)
  }

export const foldedFilter = filterBy(({ label, value }) => label || value)
