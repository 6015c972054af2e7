import { Menu } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { languageStorageKey } from '#schema/app/languages.ts'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { LanguageItems } from './language-items.tsx'
import { useApplyLanguage } from './use-apply-language.ts'

function Screen() {
  useApplyLanguage()
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

async function setup(deviceChoice: string | null, personChoice: string | null, assigned: string | null) {
  const clearChoice = async () => {
    await chooseLanguage('en')
    localStorage.removeItem(languageStorageKey)
  }
  onTestFinished(clearChoice)
  localStorage.removeItem(languageStorageKey)
  if (deviceChoice) localStorage.setItem(languageStorageKey, deviceChoice)
  const store = await openTestStore({ ...someone, preferredLanguage: assigned })
  if (personChoice) store.put('userPreferences', { userId: store.identity.id, language: personChoice as 'fr' })
  await render(store, <Screen />)
  return store
}

const french = page.getByText('Enregistrer', { exact: true })
const english = page.getByText('Save changes', { exact: true })

test('without its own choice a device uses the language chosen elsewhere, without storing it', async () => {
  await setup(null, 'fr', 'en')
  await expect.element(french).toBeVisible()
  expect([document.documentElement.lang, localStorage.getItem(languageStorageKey)]).toEqual(['fr', null])
})

test('without any choice the device uses the language assigned to the person', async () => {
  await setup(null, null, 'fr')
  await expect.element(french).toBeVisible()
})

test('an unsupported language is ignored', async () => {
  await setup(null, null, 'xx')
  await expect.element(english).toBeVisible()
})

test('the choice of the device has priority', async () => {
  if (!i18next.isInitialized) await startI18n()
  await chooseLanguage('fr')
  await setup('en', 'fr', 'fr')
  await expect.element(english).toBeVisible()
})

test('a choice in the menu is stored on this device and with the person', async () => {
  const store = await setup(null, null, null)
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect.element(french).toBeVisible()
  expect(localStorage.getItem(languageStorageKey)).toBe('fr')
  await expect
    .poll(() => store.outbox().map(({ ops }) => ops))
    .toMatchObject([[{ op: 'create' }, { op: 'update', fields: { language: 'fr' } }]])
})
