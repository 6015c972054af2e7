// What a reader of a language sees at once in a text that was typed as English is.
import type { Texts } from './texts.ts'

interface Rule {
  readonly says: string
  readonly finds: RegExp
}

const dots: Rule = { says: 'has three dots instead of …', finds: /\.\.\./ }

const rules: Readonly<Record<string, readonly Rule[]>> = {
  ar: [
    dots,
    { says: 'has the comma, semicolon or question mark of Latin letters', finds: /\p{Script=Arabic}\s?[,;?]/u },
  ],
  fr: [
    dots,
    // Else the sign may begin a line.
    { says: 'has a space before a sign, or after «, at which a line may break', finds: / [:;!?%»]|« / },
    { says: "has ' instead of ’", finds: /'/ },
  ],
  hi: [dots, { says: 'ends a sentence with a point instead of ।', finds: /\p{Script=Devanagari}\.(?!\.)/u }],
  tr: [dots, { says: 'has % after the number', finds: /[\d}]\s?%/ }],
}

export const typographyMistakes = (code: string, texts: Texts): string[] => [
  ...(rules[code] ?? []).flatMap(({ says, finds }) =>
    [...texts].filter(([, text]) => finds.test(text)).map(([key]) => `${code}: ${key} ${says}`),
  ),
  ...endingMistakes(code, texts),
]

/** What failed is told in notices, one below the other: either all of them end with a full stop, or none does. */
function endingMistakes(code: string, texts: Texts): string[] {
  const failures = [...texts].filter(([key]) => key.endsWith('Failed'))
  const stopped = failures.filter(([, text]) => /[.।]$/u.test(text))
  const open = failures.filter((each) => !stopped.includes(each))
  const fewer = stopped.length < open.length ? stopped : open
  return fewer.map(([key]) => `${code}: ${key} does not end like the other texts about failures`)
}
