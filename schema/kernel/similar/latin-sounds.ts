/** Capitals are single sounds: S as in "sh", C as in "ch", X as in "kh", Y as in "yes". A soft c keeps its letter. */
const sounds: Readonly<Record<string, string>> = {
  ksh: 'ks',
  tsch: 'C',
  tch: 'C',
  chh: 'C',
  ch: 'C',
  sch: 'S',
  sh: 'S',
  kh: 'X',
  gh: 'g',
  ph: 'f',
  th: 't',
  dh: 'd',
  bh: 'b',
  jh: 'j',
  zh: 'j',
  dj: 'j',
  ck: 'k',
  qu: 'k',
  q: 'k',
  w: 'v',
  x: 'ks',
  ß: 's',
}

const vowelClasses: Readonly<Record<string, string>> = { a: 'a', e: 'a', i: 'i', y: 'i', o: 'u', u: 'u' }

function vowelSounds(letters: string): string {
  const plain = letters.replace(/ee|ie|iy/g, 'i').replace(/oo|ou|oe|ue/g, 'u')
  return /^[ae][iy]$/.test(plain) ? 'i' : plain.replace(/./g, (letter) => vowelClasses[letter]!)
}

/** Consonants and the vowels a (also e), i, u (also o) of a folded word: "Mohammed" and "Muhammad" are "muhamat". */
export const latinSounds = (word: string): string =>
  word
    .replace(/(?<=[aeiouy])h$/, '')
    .replace(/d$/, 't')
    .replace(/^y(?=[aeiou])/, 'Y')
    .replace(/ksh|tsch|tch|chh|sch|ck|qu|dj|[csgkptdbjz]h|[qwxß]/g, (letters) => sounds[letters]!)
    .replace(/c(?![eiy])/g, 'k')
    .replace(/[aeiouy]+/g, vowelSounds)
    .replace(/(.)\1+/g, '$1')

export const consonantsOf = (soundsOfWord: string): string => soundsOfWord.replace(/[aiu]/g, '')
