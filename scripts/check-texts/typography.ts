// Typography that differs from English.
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
    // Otherwise a line may begin with the sign.
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

/** Failure notices either all end with a full stop, or none does. */
function endingMistakes(code: string, texts: Texts): string[] {
  const failures = [...texts].filter(([key]) => key.endsWith('Failed'))
  const stopped = failures.filter(([, text]) => /[.।]$/u.test(text))
  const open = failures.filter((each) => !stopped.includes(each))
  const fewer = stopped.length < open.length ? stopped : open
  return fewer.map(([key]) => `${code}: ${key} does not end like the other texts about failures`)
}
