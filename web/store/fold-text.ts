const plainLetters: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't' }

/**
 * Folds a text for searching and sorting in any language: without compatibility forms and marks, in lower case, and
 * with letters that have no marked form (a dotless i, a crossed l) as the plain ones, so that words are found with
 * either.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ıłøđħŧ]/g, (letter) => plainLetters[letter]!)
}
