import type { Texts } from './texts.ts'

interface Rule {
  readonly problem: string
  readonly pattern: RegExp
}

const dots: Rule = { problem: 'has three dots instead of …', pattern: /\.\.\./ }

const rules: Readonly<Record<string, readonly Rule[]>> = {
  ar: [
    dots,
    { problem: 'has the comma, semicolon or question mark of Latin letters', pattern: /\p{Script=Arabic}\s?[,;?]/u },
  ],
  fr: [
    dots,
    // Otherwise a line may begin with the sign.
    { problem: 'has a space before a sign, or after «, at which a line may break', pattern: / [:;!?%»]|« / },
    { problem: "has ' instead of ’", pattern: /'/ },
  ],
  hi: [dots, { problem: 'ends a sentence with a point instead of ।', pattern: /\p{Script=Devanagari}\.(?!\.)/u }],
  tr: [dots, { problem: 'has % after the number', pattern: /[\d}]\s?%/ }],
}

export const typographyMistakes = (code: string, texts: Texts): string[] => [
  ...(rules[code] ?? []).flatMap(({ problem, pattern }) =>
    [...texts].filter(([, text]) => pattern.test(text)).map(([key]) => `${code}: ${key} ${problem}`),
  ),
  ...endingMistakes(code, texts),
]

function endingMistakes(code: string, texts: Texts): string[] {
  const failures = [...texts].filter(([key]) => key.endsWith('Failed'))
  const stopped = failures.filter(([, text]) => /[.।]$/u.test(text))
  const open = failures.filter((each) => !stopped.includes(each))
  const fewer = stopped.length < open.length ? stopped : open
  return fewer.map(([key]) => `${code}: ${key} does not end like the other texts about failures`)
}
