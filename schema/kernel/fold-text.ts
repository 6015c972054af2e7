// How texts are compared when people search and sort. What a script needs to tell words apart stays: the vowels of
// Hindi are marks, and so are those that Arabic texts have only sometimes.

/** Letters that stand for each other, as far as the Unicode forms do not say so. */
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

/** Where the digits of a script begin: Arabic, Persian, Devanagari. */
const zeros = [0x06_60, 0x06_f0, 0x09_66]

/** Marks above and below letters, the stroke that only widens a word, the dot of borrowed sounds, and invisible signs. */
const leftOut = /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]|[\u0640\u093c]|\p{Cf}/gu

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  return String(code - zeros.findLast((zero) => zero <= code)!)
}

/**
 * Folds a text for searching and sorting in any language: without compatibility forms and marks, in lower case, with
 * Latin digits, and with one letter where people write one or another (a dotless i, a crossed l, an alef with or
 * without hamza, ta marbuta and ha), so that words are found with either.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(leftOut, '')
    .toLowerCase()
    .replace(/[ıłøđħŧٱةىیک\u0901]/g, (letter) => plainLetters[letter]!)
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, plainDigit)
}
