import { expect, it } from 'vitest'
import { firstFontsOf, fontFiles, fontUrl } from '#schema/themes/fonts.ts'
import { languages } from '#schema/app/languages.ts'
import { makeFont, recipeOf } from './make-font.ts'

it.each(languages)(
  'the typefaces of a first visit in $name are small',
  async ({ code }) => {
    const files = await Promise.all(firstFontsOf(code).map(makeFont))
    const bytes = files.reduce((sum, { length }) => sum + length, 0)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(120_000)
  },
  60_000,
)

it('the address of each file derives from its sources, and no two are equal', async () => {
  for (const font of fontFiles) expect((await recipeOf(font)).hash).toBe(font.hash)
  expect(new Set(fontFiles.map(fontUrl)).size).toBe(fontFiles.length)
})

it('a changed typeface gets another address', async () => {
  await expect(makeFont({ ...fontFiles[0]!, hash: '00000000' })).rejects.toThrow('needs the hash')
})
