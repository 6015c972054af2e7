/**
 * Folds a text for searching and sorting in any language: without compatibility forms and marks, in lower case, and
 * with a dotless i as an i, so that Turkish words are found with either.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
}
