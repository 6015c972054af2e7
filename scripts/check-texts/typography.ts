import type { Texts } from './texts.ts'

interface Rule {
  readonly problem: string
  readonly pattern: RegExp
}

const dots: Rule = { problem: 'has three dots instead of …', pattern: /\.\.\./ }

/** For texts of every language. */
const commonRules: readonly Rule[] = [
  {
    problem: 'prints {{count}} without separators; expected is {{n}} with the formatted number',
    pattern: /\{\{count\}\}/,
  },
  {
    problem: 'has a space between a number and its unit, at which a line may break',
    pattern: /[\d}] (?:[kKMG]B|[kMG]?o(?!\p{L})|كيلوبايت|ميغابايت)/u,
  },
  // Marks are invisible and are lost when a text is rewritten; an isolate shows where it ends.
  { problem: 'has a directional mark instead of an isolate', pattern: /[\u200e\u200f\u202a-\u202e]/ },
  {
    problem: 'has an isolate without its end, or an end without its isolate',
    pattern: /[\u2066-\u2068](?![^\u2066-\u2069]*\u2069)|(?<![\u2066-\u2068][^\u2066-\u2069]*)\u2069/,
  },
]

const frenchUnits = 'secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|caractères|codes|fichiers'
const frenchNames = 'name|email|firm|device|person|who|inviter|domains|record'

const retiredInFrench =
  /scellés|second facteur|valeur liquidative|(?<!\p{L})VL(?!\p{L})|intéressement|frais de sortie|service de connexion|non-doublon|opération réussie|changer de mot de passe/iu

const retiredInHindi =
  'जमा|भुगतान किस्त|सांकेतिक|सील |सील$|परिपक्व|वित्तपोषित|रियलाइज़्ड|समय-भारित|दृश्यता|निरस्त|चिह्नित|कार्रवाई|आरोही|अवरोही|' +
  'निर्दिष्ट|आवृत्ति|सघन|गड़बड़ी|अपनाएं|मान देख|सहकर्मी|रेफ़रल संपर्क|आमंत्रणकर्ता|अपलोडकर्ता|आगे बढ़ेग|^अभी नहीं$|स्क्रीन में|\\}\\} को मिटाने'

const retiredInArabic =
  /رسوم تعامل|(?:معرّف|سر) العميل|مرصودة|المردود|صلة بين مستثمرين|استبعاد|جهاز سُجّل خروجه|الموزَّع ناقصًا|بانتظار المزامنة|لكل وحدة نقدية|أثناء (?:إغلاق|فتح)|(?:محاولات|رموز) كثيرة|صاحب الرفع|الدفعة معلّقة|المدمج فيه|حيازات المشاريع/u
const arabicImperatives = 'اتصل|احتفظ|اختر|افتحه|أعد|اقرأ|حدّث|أرسِله|نزّله|شارك|حدد|أدخل|اضغط|راجع'

const retiredInTurkish =
  /(?<!\p{L})At(?!\p{L})|(?<!\p{L})atıl(?:sın|acak|dı)(?!\p{L})|(?<!\p{L})paylar|kilitli (?:saklan|değer|olarak)|(?:baz|karşı) para(?! birimi)|değer esası|yayımlayan|telafi|devral|oturum açma hizmeti|ödendi işaretle|kendiliğinden|bu yüzden|(?<!\p{L})en çok(?!\p{L})|\(varsayılan\)/iu

const rules: Readonly<Record<string, readonly Rule[]>> = {
  ar: [
    dots,
    { problem: 'has the comma, semicolon or question mark of Latin letters', pattern: /\p{Script=Arabic}\s?[,;?]/u },
    { problem: 'has a file extension outside of an isolate', pattern: /(?<![\w\u2066])\.[a-z]/ },
    { problem: 'has a term that GLOSSARY.md replaced', pattern: retiredInArabic },
    { problem: 'has a lengthened letter', pattern: /ـ/ },
    {
      problem: 'has an imperative, which addresses a man',
      pattern: new RegExp(`(?<!\\p{L})و?(?:${arabicImperatives})(?!\\p{L})`, 'u'),
    },
    {
      problem: 'has a plural after a number from 11, where the noun is singular',
      pattern: /\{\{n\}\} تغييرً?ا? (?:محفوظة|غير مرسلة|تحتاج|تتطلب|ليست|لم ت|أُدخلت)/u,
    },
  ],
  fr: [
    dots,
    // Otherwise a line may begin with the sign.
    { problem: 'has a space before a sign, or after «, at which a line may break', pattern: / [:;!?%»]|« / },
    { problem: "has ' instead of ’", pattern: /'/ },
    {
      problem: 'has a space between a number and its noun, at which a line may break',
      pattern: new RegExp(`\\{\\{n\\}\\} (?=\\p{L})|\\d (?=(?:${frenchUnits})(?!\\p{L}))`, 'u'),
    },
    {
      problem: 'has de or que before a name, which may begin with a vowel',
      pattern: new RegExp(`(?<!\\p{L})(?:de|que) (?:«\\s)?\\{\\{(?:${frenchNames})\\}\\}`, 'iu'),
    },
    { problem: 'has a term that GLOSSARY.md replaced', pattern: retiredInFrench },
  ],
  hi: [
    dots,
    { problem: 'ends a sentence with a point instead of ।', pattern: /\p{Script=Devanagari}\.(?!\.)/u },
    { problem: 'has a chandrabindu instead of an anusvara', pattern: /ँ/ },
    { problem: 'has a term that GLOSSARY.md replaced', pattern: new RegExp(retiredInHindi, 'u') },
  ],
  tr: [
    dots,
    { problem: 'has % after the number', pattern: /[\d}]\s?%/ },
    { problem: 'has a term that GLOSSARY.md replaced', pattern: retiredInTurkish },
  ],
}

export const typographyMistakes = (code: string, texts: Texts): string[] => [
  ...[...commonRules, ...(rules[code] ?? [])].flatMap(({ problem, pattern }) =>
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
