import i18next from 'i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseLanguage, startI18n } from './i18n.ts'
import { languageStorageKey, languages, localeOf } from '#schema/app/languages.ts'
import { locale } from './locale.ts'

function countsByForm(code: string): [form: string, count: number][] {
  const rules = new Intl.PluralRules(code)
  const counts = [...Array.from({ length: 120 }, (_, n) => n), 1_000_000]
  return [...new Map(counts.toReversed().map((n) => [rules.select(n), n]))]
}

describe.each(languages)('in $name', ({ code, dir }) => {
  const keep = vi.spyOn(Storage.prototype, 'setItem')

  beforeEach(async () => {
    localStorage.removeItem(languageStorageKey)
    keep.mockReset().mockReturnValue()
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([code])
    await startI18n()
  })

  test('texts, numbers and the page follow from the start, and after a choice', async () => {
    const { lang, dir: direction } = document.documentElement
    expect([locale(), lang, direction]).toEqual([localeOf(code), code, dir])
    await i18next.changeLanguage('tlh')
    await chooseLanguage(code)
    expect(i18next.t('common:save')).toBe(i18next.getResource(code, 'common', 'save'))
    expect(keep).toHaveBeenCalledWith(languageStorageKey, code)
  })

  test('a moment is written without a word of another language, and with Latin digits', () => {
    const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
    const shown = new Intl.DateTimeFormat(localeOf(code), style).format(Date.UTC(2026, 2, 15, 13, 45))
    expect(shown).toMatch(/2026.*\b(13|1):45/)
    expect([code, /\p{Script=Latin}/u.test(shown)]).toEqual([code, !['ar', 'hi'].includes(code)])
  })

  test('every count is shown in the form that its number needs', () => {
    for (const [form, count] of countsByForm(code)) {
      const text = i18next.getResource(code, 'projects', `count_${form}`) as string
      const shown = i18next.t('projects:count', { count, n: String(count) })
      expect([form, shown]).toEqual([form, text.replace('{{n}}', String(count))])
    }
  })
})
