// Hindi vowel signs stay, because they distinguish words.

/** Beyond Unicode normalization. */
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  // Alef wasla, ta marbuta, alef maqsura, and the Persian keyboards' ya and kaf.
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  // A nasal vowel is written with either sign.
  '\u0901': '\u0902',
}

/** First digits of Arabic, Persian and Devanagari. */
const zeros = [0x660, 0x6f0, 0x966]

export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.codePointAt(0)!
    return String(code - zeros.findLast((zero) => zero <= code)!)
  })

/** Diacritics, tatweel, nukta and invisible characters. */
const ignoredCharacters = /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]|[\u0640\u093c]|\p{Cf}/gu

/**
 * No compatibility forms or diacritics, lower case, Latin digits, one form of letters written in two ways (dotless i,
 * alef with hamza, ta marbuta).
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return latinDigits(
    text
      .normalize('NFKD')
      .replace(ignoredCharacters, '')
      .toLowerCase()
      .replace(/[ıłøđħŧٱةىیک\u0901]/g, (letter) => plainLetters[letter]!),
  )
}
