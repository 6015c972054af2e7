import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { languageStorageKey } from '#schema/app/languages.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { LanguageChoice } from './language.tsx'

test('choosing a language stores it on the device and with the person, even if it is the current one', async () => {
  const forget = () => localStorage.removeItem(languageStorageKey)
  forget()
  onTestFinished(forget)
  const store = await openTestStore()
  await render(store, <LanguageChoice />)
  await chooseOption(page.getByRole('combobox', { name: 'Language' }), 'English')
  await expect.poll(() => localStorage.getItem(languageStorageKey)).toBe('en')
  const fields = { language: 'en' }
  await expect
    .poll(() => store.outbox().map(({ ops }) => ops))
    .toMatchObject([[{ op: 'create' }, { op: 'update', fields }]])
})

test('a chosen language applies immediately and is queued for the person’s other devices', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem(languageStorageKey)
  })
  const store = await openTestStore()
  await render(store, <LanguageChoice />)
  await chooseOption(page.getByRole('combobox', { name: 'Language' }), 'Français')
  await expect.element(page.getByRole('combobox', { name: 'Langue' })).toHaveValue('Français')
  await expect.element(page.getByText(/^Langue\s:\sFrançais$/)).toBeVisible()
  expect([document.documentElement.lang, localStorage.getItem(languageStorageKey)]).toEqual(['fr', 'fr'])
  expect(store.outbox()).toMatchObject([{ ops: [{}, { fields: { language: 'fr' } }] }])
})

test('five languages are offered, and Arabic reads from right to left', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem(languageStorageKey)
  })
  await render(await openTestStore(), <LanguageChoice />)
  await page.getByRole('combobox', { name: 'Language' }).click()
  const offered = page.getByRole('listbox', { name: 'Language' }).getByRole('option')
  await expect.poll(() => textsOf(offered)).toEqual(['English', 'العربية', 'Français', 'हिन्दी', 'Türkçe'])
  await page.getByRole('option', { name: 'العربية' }).click()
  await expect.element(page.getByRole('combobox', { name: 'اللغة' })).toHaveValue('العربية')
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
})
