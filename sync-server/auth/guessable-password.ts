// Passwords that are long enough, but among the first that somebody would try.

/** Words that people lengthen to a password. */
const commonWords =
  'password passwort passw0rd passphrase motdepasse parola sifre contrasena senha welcome willkommen bienvenue hosgeldiniz admin administrator adminadmin root user guest login letmein qwerty qwertz azerty iloveyou sunshine princess princesse football baseball basketball dragon monkey shadow superman batman starwars pokemon trustno1 whatever changeme secret default master access computer internet google facebook samsung michael jennifer jessica charlie summer winter spring autumn january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday company finance investor investment portfolio money dollar holdfast demo test testing temp temporary'.split(
    ' ',
  )

/** Rows of keyboards, the alphabet and the digits, in the order in which fingers run along them. */
const runs = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
]
const walks = runs.flatMap((run) => [run, Array.from(run).toReversed().join('')])

/** As many characters in a row of a keyboard are one thing to guess. */
const shortestWalk = 4
const shortestContext = 4
/** Fewer characters than this beside what is easily guessed do not make a password. */
const fewest = 6

/** Digits and signs that people write for letters. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string): string => text.replaceAll(/[0134578@$!]/g, (each) => letters[each] ?? each)

/** The words of a context, such as the firm's name and the e-mail address. */
const wordsOf = (context: readonly string[]): readonly string[] =>
  context.flatMap((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(({ length }) => length >= shortestContext),
  )

/** The length of the longest walk along a keyboard that begins here. */
function walkAt(text: string): number {
  let longest = 0
  for (const walk of walks)
    for (let length = Math.max(shortestWalk, longest + 1); length <= text.length; length++) {
      if (!walk.includes(text.slice(0, length))) break
      longest = length
    }
  return longest
}

/** What remains when words, walks along the keyboard, years and repetitions are taken out. */
function remainderOf(text: string, words: readonly string[]): string {
  let rest = ''
  for (let at = 0; at < text.length;) {
    const here = text.slice(at)
    const known = plain(here)
    const word = words.find((each) => here.startsWith(each) || known.startsWith(each))
    const repeated = /^(.{1,4}?)\1{2,}/u.exec(here)?.[0].length ?? 0
    const year = /^(19|20)\d\d/.exec(here)?.[0].length ?? 0
    const taken = Math.max(word?.length ?? 0, walkAt(here), repeated, year)
    if (taken === 0) rest += text[at]
    at += Math.max(taken, 1)
  }
  return rest
}

/**
 * Whether little remains of a password without common words, those of `context` (such as the firm's name and the
 * e-mail address), keyboard walks, years and repetitions: `password1234`, `Demo-Capital-2026`, `aaaaaaaaaaaa`.
 */
export function isGuessable(password: string, context: readonly string[]): boolean {
  const text = password.toLowerCase().slice(0, 100)
  const words = [...commonWords, ...wordsOf(context)].toSorted((a, b) => b.length - a.length)
  const half = text.slice(0, text.length / 2)
  const once = half + half === text ? half : text
  const rest = remainderOf(once, words).replaceAll(/[\s\d\p{P}\p{S}]/gu, '')
  return new Set(rest).size < fewest && rest.length < fewest + 2
}
