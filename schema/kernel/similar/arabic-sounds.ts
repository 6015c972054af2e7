// The Latin letters follow ISO 233, ALA-LC and what people write instead: Cemal, Gamal and Jamal begin alike.
import { type SoundPattern, soundPattern } from './sound-pattern.ts'

const consonants: Readonly<Record<string, string>> = {
  ب: '[bp]',
  پ: 'p',
  ت: 't',
  ث: '[ts]',
  ج: '[jgc]',
  چ: '[Cc]',
  ح: 'h',
  خ: '[Xh]',
  د: '[dt]',
  ذ: '[dz]',
  ر: 'r',
  ز: 'z',
  ژ: 'j',
  س: '[sc]',
  ش: '[SsCc]',
  ص: 's',
  ض: '[dz]',
  ط: 't',
  ظ: '[dz]',
  غ: 'g',
  ف: '[fv]',
  ڤ: 'v',
  ق: '[kg]',
  ك: '[kg]',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
}

const shortVowel = '[aiu]{0,2}'

/** Ayn, alef, waw and ya in a row are one vowel, or a half-vowel with vowels around it. */
function vowel(letters: string, isLast: boolean): string {
  if (letters.includes('ي')) return isLast && letters === 'ي' ? '[aiu]*[ai]' : '[aiu]*[iY][aiu]*'
  if (letters.includes('و')) return '[aiu]*[uv][aiu]*'
  return letters === 'ع' ? '[aiu]*' : '[aiu]+'
}

const segments = /[اعويء]+|./gu

/** `word` is folded. Short vowels are not written, so any may be there; the article may be missing. */
export function arabicPattern(word: string): SoundPattern {
  const parts: string[] = []
  let rest = word
  if (/^ال.{3}/u.test(word)) {
    parts.push('(?:[aiu]l?)?')
    rest = word.slice(2)
  } else if (word.startsWith('عبد')) {
    // "Abdul", "Abdel" and "Abdur" belong to the name that follows, in the same word or the next.
    const article = word.startsWith('عبدال') && word.length > 5
    parts.push(`[aiu]b${shortVowel}[dt]${article ? '[aiu]l?' : '(?:[aiu]l)?'}`)
    rest = word.slice(article ? 5 : 3)
  }
  const letters = rest.match(segments) ?? []
  for (const [index, letter] of letters.entries()) {
    const isLast = index === letters.length - 1
    const consonant = consonants[letter]
    if (!consonant) parts.push(index === 0 && letter === 'ع' ? '[aiu]+' : vowel(letter, isLast))
    else if (letter === letters[index - 1]) continue
    else if (isLast && 'هح'.includes(letter)) parts.push(`${shortVowel}h?`)
    else parts.push(consonants[letters[index + 1] ?? ''] ? `${consonant}${shortVowel}` : consonant)
  }
  return soundPattern(parts)
}
