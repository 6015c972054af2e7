import i18next from 'i18next'

/**
 * Adds soft hyphens to words longer than the rail, because browsers do not know the hyphenation of every language. The
 * translation lists each word with its hyphens.
 */
export function withSoftHyphens(words: string): string {
  const divided = i18next.t('shell:divided').split(' ')
  return divided.reduce((found, each) => found.replace(each.replaceAll('\u00AD', ''), each), words)
}
