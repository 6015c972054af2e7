// The most frequent password words of @zxcvbn-ts/language-common 4.1.3 (MIT, (c) 2012-2016 Dan Wheeler and Dropbox, (c) 2021 @zxcvbn-ts), and some of
// Turkey, India and the Arab countries.
import { readFileSync } from 'node:fs'

const file = new URL('./common-words.txt', import.meta.url)

export const commonWords: ReadonlySet<string> = new Set(readFileSync(file, 'utf8').trim().split(/\s+/))
