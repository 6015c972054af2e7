// npm run texts also writes the types.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#schema/app/languages.ts'
import { englishWords } from './check-texts/english-words.ts'
import { glossaryMistakes } from './check-texts/glossary-mistakes.ts'
import { folderMistakes, languageMistakes, keyMistakes } from './check-texts/text-mistakes.ts'
import { namespacesIn, textTypes } from './check-texts/text-types.ts'
import { readTexts } from './check-texts/texts.ts'
import { typographyMistakes } from './check-texts/typography.ts'
import { type Source, usedKeys } from './check-texts/used-keys.ts'
import { root } from './processes/programs.ts'

const locales = join(root, 'schema/locales')

function sources(): Source[] {
  const sources = ['web', 'sw', 'sync-server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^(web|sync-server)\/(test|store\/test)\//.test(path)),
  )
  return [...sources, 'scripts/build/first-page.ts'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

const typesFile = join(locales, 'en/texts.ts')
const types = textTypes(namespacesIn(join(locales, 'en')))
if (process.argv.includes('--write')) writeFileSync(typesFile, types)

const english = readTexts(join(locales, 'en'))
const namespaces = [...new Set([...english.keys()].map((key) => key.split(':')[0]!))]
const mistakes = [
  ...(readFileSync(typesFile, 'utf8') === types ? [] : ['schema/locales/en/texts.ts is outdated: npm run texts']),
  ...keyMistakes(english, usedKeys(sources(), namespaces)),
  ...folderMistakes(
    languages.map(({ code }) => code),
    readdirSync(locales),
  ),
  ...readdirSync(locales).flatMap((code) => {
    const texts = readTexts(join(locales, code))
    return [
      ...languageMistakes(code, texts, english),
      ...typographyMistakes(code, texts),
      ...englishWords(code, texts, english),
    ]
  }),
  ...languages.flatMap(({ code }) =>
    glossaryMistakes(code, readFileSync(join(locales, code, 'GLOSSARY.md'), 'utf8'), readTexts(join(locales, code))),
  ),
]
for (const mistake of mistakes) console.error(mistake)
process.exitCode = mistakes.length > 0 ? 1 : 0
