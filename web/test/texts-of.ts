import type { BrowserPage, Locator } from 'vitest/browser'

export const textsOf = (locator: Locator): string[] => locator.elements().map(({ textContent }) => textContent)

export const rowsOf = (table: Locator | BrowserPage, cells = 'th, td'): string[][] =>
  table
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll(cells)].map(({ textContent }) => textContent))

export const factsOf = (list: Locator | BrowserPage): Record<string, string> => {
  const terms = list.getByRole('term').elements()
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling!.textContent.trim()]))
}
