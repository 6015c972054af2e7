import { describe, expect, it } from 'vitest'
import { englishWords } from './english-words.ts'
import { glossaryMistakes } from './glossary-mistakes.ts'
import { literalsOf } from './literals.ts'
import { textTypes } from './text-types.ts'
import { folderMistakes, languageMistakes, keyMistakes } from './text-mistakes.ts'
import type { Texts } from './texts.ts'
import { typographyMistakes } from './typography.ts'
import { usedKeys } from './used-keys.ts'

const texts = (entries: Record<string, string>): Texts => new Map(Object.entries(entries))
const source = (text: string, path = 'web/a.tsx') => ({ path, text })
const used = (text: string, ...namespaces: string[]) => usedKeys([source(text)], ['shell', 'sync', ...namespaces])

describe('the texts of a source', () => {
  it('are those in quotes, with the holes of templates, and not those of comments', () => {
    const found = literalsOf(
      "a('one') // 'two'\n/* `three` */ b(\"four\") + `five.${c}.${d('six')}` + `${e(`seven.${f}`)} x`",
    )
    expect(found).toEqual(['one', 'four', 'six', 'five.*.*', 'seven.*', '* x'])
  })

  it('end with their line, and an apostrophe does not begin one', () => {
    expect(literalsOf("<p>don't</p>\n<b title='x'>{'y'}</b>")).toEqual(['x', 'y'])
  })

  it('may hold braces and quotes', () => {
    expect(literalsOf("`${{ a: '}' }['b']}c` + 'it\\'s'")).toEqual(['}', 'b', '*c', "it\\'s"])
  })
})

describe('keys', () => {
  it('are used with their namespace, or within the namespaces of their file', () => {
    const { must, may } = used("const { t } = useTranslation(['shell', 'sync']); t('role'); t('sync:live')")
    expect(must).toContain('sync:live')
    expect([...may]).toEqual(expect.arrayContaining(['shell:role', 'sync:role']))
  })

  it('that are built at run time are all those in their list', () => {
    const { must, mistakes } = used("useTranslation('shell'); t(`role.${role}`); t(`sync:code.${code}`)")
    expect([...must]).toEqual(expect.arrayContaining(['shell:role.ADMIN', 'shell:role.INVESTOR', 'sync:code.CONFLICT']))
    expect(mistakes.filter((each) => each.startsWith('web/'))).toEqual([])
  })

  it('that are built without a list are a mistake, and so is a list that is never used', () => {
    expect(used('i18next.t(`sync:state.${state}`)').mistakes[0]).toMatch(
      /^web\/a\.tsx: no list says what sync:state\.\*/,
    )
    expect(used('').mistakes).toContain('Nothing in the source builds sync:code.*')
  })

  it('of an entity follow from its fields and choices', () => {
    const { must, may } = used('', 'referrals', 'projects')
    expect([...must]).toEqual(expect.arrayContaining(['referrals:fields.phone', 'projects:choices.status.EXITED']))
    expect(must).not.toContain('projects:choices.currency.USD')
    expect(may).toContain('referrals:hints.phone')
    const screen = "import { screenText } from './entity-texts.ts'\nscreenText(entity, 'search')"
    expect(used(screen, 'referrals').may).toContain('referrals:search')
  })
})

it('a missing text and an unused text are reported, plural forms as one', () => {
  const known = { must: new Set(['a:one', 'a:rows']), may: new Set(['a:two']), mistakes: [] }
  expect(keyMistakes(texts({ 'a:rows_one': '', 'a:rows_other': '', 'a:two': '', 'a:three': '' }), known)).toEqual([
    'There is no text a:one',
    'Unused text a:three',
  ])
})

it('every language has a folder of texts, and every folder is a language', () => {
  expect(folderMistakes(['en', 'fr'], ['fr', 'en'])).toEqual([])
  expect(folderMistakes(['en', 'fr'], ['en', 'hi'])).toEqual([
    'fr: there is no folder of texts',
    'hi: it is not in schema/app/languages.ts',
  ])
})

it('each file of texts has a type by its name', () => {
  expect(textTypes(['users', 'valuations']).split('\n').slice(1)).toEqual([
    "import type users from './users.json'",
    "import type valuations from './valuations.json'",
    '',
    'export interface Texts {',
    '  readonly users: typeof users',
    '  readonly valuations: typeof valuations',
    '}',
    '',
  ])
})

describe('another language', () => {
  const english = texts({ 'a:hello': 'Hello {{name}}', 'a:rows_one': '{{n}} row', 'a:rows_other': '{{n}} rows' })

  it('is complete with the same texts in the plural forms of its own numbers', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`a:rows_${form}`, '{{n}}'] as const)
    expect(languageMistakes('ar', texts({ 'a:hello': '{{name}}', ...Object.fromEntries(forms) }), english)).toEqual([])
    expect(languageMistakes('en', english, english)).toEqual([])
  })

  it('is reported when it lacks a text or a form, has one too many, or has other placeholders', () => {
    const own = { 'a:hello': 'Bonjour {{nom}}', 'a:rows_one': '{{n}}', 'a:rows_few': '{{n}}', 'a:more': '' }
    expect(languageMistakes('fr', texts(own), english)).toEqual([
      'fr: a:more does not exist in English',
      'fr: a:hello has the placeholders {{nom}}; expected are {{name}}',
      'fr: a:rows is missing many other',
      'fr: a:rows has a plural form that its language does not use: few',
    ])
    expect(languageMistakes('tr', texts({}), texts({ 'a:b': '' }))).toEqual(['tr: a:b is missing'])
  })
})

describe('typography', () => {
  const mistakesIn = (code: string, text: string) => typographyMistakes(code, texts({ 'a:b': text })).length

  it.each(['en', 'ar', 'fr', 'hi', 'tr'])('in %s reports numbers without separators, and breakable units', (code) => {
    expect(mistakesIn(code, '{{n}}\u00a0MB')).toBe(0)
    expect(mistakesIn(code, '{{count}}\u00a0MB')).toBe(1)
    expect(mistakesIn(code, '{{n}} MB')).toBeGreaterThan(0)
    expect(mistakesIn(code, '10 kB')).toBe(1)
  })

  it.each(['en', 'ar'])('in %s reports marks of direction, and isolates without an end', (code) => {
    expect(mistakesIn(code, '(\u2066.holdfast\u2069)')).toBe(0)
    expect(mistakesIn(code, '\u200f{{name}}')).toBe(1)
    expect(mistakesIn(code, '\u2068{{name}}')).toBe(1)
    expect(mistakesIn(code, '{{name}}\u2069')).toBe(1)
  })

  it('reports an extension that Arabic would write from the other end', () => {
    expect(mistakesIn('ar', 'وامتداده .holdfast')).toBe(1)
  })

  it('reports French numbers apart from their nouns, and de or que before a name', () => {
    expect(mistakesIn('fr', '{{n}}\u00a0lignes, 30\u00a0jours, Appareil de l’équipe, de {{n}}')).toBe(0)
    expect(mistakesIn('fr', '{{n}} lignes')).toBe(1)
    expect(mistakesIn('fr', '10 Mo')).toBe(1)
    expect(mistakesIn('fr', 'pendant 30 jours')).toBe(1)
    expect(mistakesIn('fr', 'Le mot de passe de {{email}}')).toBe(1)
    expect(mistakesIn('fr', 'Ce que {{name}} a saisi')).toBe(1)
  })

  it('reports Arabic terms that the glossary replaced, imperatives, and plurals after 11', () => {
    expect(mistakesIn('ar', 'معرّف التطبيق (Client ID)')).toBe(0)
    expect(mistakesIn('ar', 'معرّف العميل')).toBe(1)
    expect(mistakesIn('ar', 'حجم الـملف')).toBe(1)
    expect(mistakesIn('ar', 'احتفظ بالملف')).toBe(1)
    expect(mistakesIn('ar', 'يُرجى الاحتفاظ بالملف')).toBe(0)
    expect(mistakesIn('ar', '{{n}} تغييرًا محفوظة')).toBe(1)
    expect(mistakesIn('ar', '{{n}} تغييرًا محفوظًا')).toBe(0)
  })

  it('reports French terms that the glossary replaced', () => {
    expect(mistakesIn('fr', 'Actif net (NAV), double authentification')).toBe(0)
    expect(mistakesIn('fr', 'Valeur liquidative')).toBe(1)
    expect(mistakesIn('fr', 'Valeur (VL)')).toBe(1)
    expect(mistakesIn('fr', 'Second facteur')).toBe(1)
  })

  it('reports Turkish terms that the glossary replaced', () => {
    expect(mistakesIn('tr', 'Yatırımlar, değerleme esası, baz para birimi')).toBe(0)
    expect(mistakesIn('tr', 'At ve oturumu kapat')).toBe(1)
    expect(mistakesIn('tr', 'Değer esası')).toBe(1)
    expect(mistakesIn('tr', 'Baz para')).toBe(1)
  })
})

it('a text with English typography is reported', () => {
  const own = (text: string) => texts({ 'a:b': text })
  expect(typographyMistakes('fr', own('Total : 3, l’année…'))).toEqual([])
  expect(typographyMistakes('fr', own("Total : l'année..."))).toHaveLength(3)
  expect(typographyMistakes('ar', own('هل تريد ذلك؟ {{a}}, {{b}}'))).toEqual([])
  expect(typographyMistakes('ar', own('هل تريد ذلك?'))).toHaveLength(1)
  expect(typographyMistakes('hi', own('यह सहेजा गया।'))).toEqual([])
  expect(typographyMistakes('hi', own('यह सहेजा गया.'))).toHaveLength(1)
  expect(typographyMistakes('hi', own('वह हटाया जाएगा, यहां और अभी'))).toEqual([])
  expect(typographyMistakes('hi', own('यहाँ'))).toHaveLength(1)
  expect(typographyMistakes('hi', own('जमा राशि'))).toHaveLength(1)
  expect(typographyMistakes('tr', own('%25 veya %{{percent}}'))).toEqual([])
  expect(typographyMistakes('tr', own('{{percent}} %'))).toHaveLength(1)
  expect(typographyMistakes('en', own('Saving...'))).toEqual([])
})

it('texts about failures with different endings are reported', () => {
  const failures = (...shown: string[]) =>
    typographyMistakes('hi', new Map(shown.map((text, at) => [`a:b${at}Failed`, text] as const)))
  expect(failures('सहेजा नहीं गया।', 'मिटाया नहीं गया।')).toEqual([])
  expect(failures('सहेजा नहीं गया।', 'मिटाया नहीं गया।', 'जोड़ा नहीं गया')).toEqual([
    'hi: a:b2Failed does not end like the other texts about failures',
  ])
})

it('a text that was left in English, wholly or in part, is reported', () => {
  const english = texts({ 'a:b': 'Save {{name}} as a file', 'a:c': 'Documents' })
  const found = (code: string, text: string) => englishWords(code, texts({ 'a:b': text, 'a:c': 'Documents' }), english)
  expect(found('fr', 'Save {{name}} as a file')).toHaveLength(1)
  expect(found('fr', 'Enregistrer {{name}} dans un fichier')).toEqual([])
  expect(found('en', 'Save {{name}} as a file')).toEqual([])
  expect(found('ar', 'حفظ {{name}} بصيغة CSV').map((each) => each.slice(0, 7))).toEqual(['ar: a:c'])
  expect(found('hi', '{{name}} को file में सहेजें')).toHaveLength(2)
})

describe('a glossary', () => {
  const french = texts({ 'a:hello': 'Bonjour à vous', 'a:rows_one': '{{n}} ligne' })
  const rows = Array.from({ length: 60 }, () => '| `a:hello` | Bonjour … | Plus poli |')
  const about = (...more: string[]) => glossaryMistakes('fr', [...rows, ...more].join('\n'), french)

  it('is valid when it explains sixty current texts', () => {
    expect(about('| holding | participation | |', '| `a:rows` | ligne | {{n}} ligne | Le nombre manquait |')).toEqual(
      [],
    )
  })

  it('of English explains terms, and its texts only where it quotes them', () => {
    const hello = texts({ 'a:hello': 'Hello' })
    expect(glossaryMistakes('en', '| holding | position of an investor | stake |', hello)).toEqual([])
    expect(glossaryMistakes('en', '| `a:hello` | Hi | Shorter |', hello)).toEqual([
      'en, GLOSSARY.md: a:hello does not say “Hi”',
    ])
  })

  it('is reported when its text was removed or changed, or has no reason', () => {
    expect(
      about('| `a:gone` | Bonjour | Poli |', '| `a:hello` | Salut | Court |', '| `a:hello` | Bonjour | |'),
    ).toEqual([
      'fr, GLOSSARY.md: a:gone does not exist',
      'fr, GLOSSARY.md: a:hello does not say “Salut”',
      'fr, GLOSSARY.md: a:hello has no reason',
    ])
    expect(glossaryMistakes('fr', rows.slice(1).join('\n'), french)).toEqual([
      'fr, GLOSSARY.md: only 59 texts are explained',
    ])
  })
})
