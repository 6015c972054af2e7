import { Menu } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { languageKey } from '#schema/app/languages.ts'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { LanguageItems } from './language-items.tsx'
import { useChosenLanguage } from './use-chosen-language.ts'

function Screen() {
  useChosenLanguage()
  const { t } = useTranslation('common')
  return (
    <Menu opened transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <p>{t('save')}</p>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

async function setup(own: string | null, chosen: string | null, given: string | null) {
  const forget = async () => {
    await chooseLanguage('en')
    localStorage.removeItem(languageKey)
  }
  onTestFinished(forget)
  localStorage.removeItem(languageKey)
  if (own) localStorage.setItem(languageKey, own)
  const store = await openTestStore({ ...someone, preferredLanguage: given })
  if (chosen) store.put('userPreferences', { userId: store.identity.id, language: chosen as 'fr' })
  await draw(store, <Screen />)
  return store
}

const french = page.getByText('Enregistrer', { exact: true })
const english = page.getByText('Save Changes', { exact: true })

test('without a choice of its own a device speaks what its person chose elsewhere, and does not make it its own', async () => {
  await setup(null, 'fr', 'en')
  await expect.element(french).toBeVisible()
  expect([document.documentElement.lang, localStorage.getItem(languageKey)]).toEqual(['fr', null])
})

test('without any choice it speaks the language that the person was given', async () => {
  await setup(null, null, 'fr')
  await expect.element(french).toBeVisible()
})

test('a language that the product does not speak is passed over', async () => {
  await setup(null, null, 'xx')
  await expect.element(english).toBeVisible()
})

test('the choice of the device goes before all others', async () => {
  if (!i18next.isInitialized) await startI18n()
  await chooseLanguage('fr')
  await setup('en', 'fr', 'fr')
  await expect.element(english).toBeVisible()
})

test('a choice in the menu is stored on this device and with the person', async () => {
  const store = await setup(null, null, null)
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect.element(french).toBeVisible()
  expect(localStorage.getItem(languageKey)).toBe('fr')
  await expect
    .poll(() => store.outbox().map(({ ops }) => ops))
    .toMatchObject([[{ op: 'create' }, { op: 'update', fields: { language: 'fr' } }]])
})
