import i18next from 'i18next'

/**
 * The words with soft hyphens in those that are longer than the rail is wide: not every browser knows where the words of
 * a language may be divided. The text names each of them once, as it is divided.
 */
export function withSoftHyphens(words: string): string {
  const divided = i18next.t('shell:divided').split(' ')
  return divided.reduce((found, each) => found.replace(each.replaceAll('\u00AD', ''), each), words)
}
