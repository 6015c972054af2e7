/** Matches the Latin sounds of a word that is written in a script without, or with other, vowels. */
export interface SoundPattern {
  readonly whole: RegExp
  /** The word is the beginning of a Latin word. */
  readonly part: RegExp
  /** The Latin sounds are the beginning of the word. */
  readonly begun: RegExp
}

export function soundPattern(parts: readonly string[]): SoundPattern {
  const all = parts.join('')
  return {
    whole: new RegExp(`^${all}$`),
    part: new RegExp(`^${all}`),
    begun: new RegExp(`^${parts.reduceRight((rest, part) => `${part}(?:$|${rest})`, '(?!)')}`),
  }
}
