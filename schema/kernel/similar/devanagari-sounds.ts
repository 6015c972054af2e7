// ISO 15919 without diacritics, and common spellings (Choudhury, Chaudhary). Folding removes nukta: ja is also za, pha
// also fa.
import { type SoundPattern, soundPattern } from './sound-pattern.ts'

const consonants: Readonly<Record<string, string>> = {
  क: 'k',
  ख: '[Xk]',
  ग: 'g',
  घ: 'g',
  ङ: 'n',
  च: '[Cc]',
  छ: '[CcS]',
  ज: '[jzg]',
  झ: '[jz]',
  ञ: '[ni]',
  ट: 't',
  ठ: 't',
  ड: '[dtr]',
  ढ: '[dtr]',
  ण: 'n',
  त: 't',
  थ: 't',
  द: '[dt]',
  ध: '[dt]',
  न: 'n',
  प: 'p',
  फ: '[fp]',
  ब: 'b',
  भ: 'b',
  म: 'm',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: '[vu]',
  श: '[Ss]',
  ष: '[Ss]',
  स: '[sc]',
  ह: 'h?',
}

const vowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'r[iu]?',
  ए: '[ai]',
  ऐ: '[ai]+',
  ओ: 'u',
  औ: '[au]+',
  ऑ: '[au]',
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'r[iu]?',
  'े': '[ai]',
  'ै': '[ai]+',
  'ो': 'u',
  'ौ': '[au]+',
  'ॉ': '[au]',
  'ॅ': 'a',
}

const virama = '्'
const nasal = 'ं'
/** Also at the end of a word and before another syllable, where it is often silent. */
const inherentVowel = '[aiu]?'

/** `word` is folded. */
export function devanagariPattern(word: string): SoundPattern {
  const parts: string[] = []
  let previous = ''
  const addVowel = (sound: string, afterVowel: boolean) => {
    if (afterVowel) parts[parts.length - 1] = '[aiu]*'
    parts.push(sound)
  }
  for (let index = 0; index < word.length; index++) {
    const sign = word[index]!
    const isAfterVowel = previous in vowels
    const following = word[index + 1] ?? ''
    if (sign === 'य') {
      if (previous !== virama || word[index - 2] !== 'य') addVowel('[iY]', isAfterVowel)
    } else if (sign in vowels) addVowel(vowels[sign]!, isAfterVowel && index > 0 && /[अ-औ]/u.test(sign))
    else if (sign === nasal) parts.push('[nm]?')
    else if (sign in consonants) {
      const isDoubled = previous === virama && word[index - 2] === sign
      if (!isDoubled) parts.push(sign === 'ह' && previous === nasal ? '[gh]?' : consonants[sign]!)
    }
    if ((sign === 'य' || sign in consonants) && following !== virama && !(following in vowels))
      parts.push(inherentVowel)
    previous = sign
  }
  return soundPattern(parts)
}
