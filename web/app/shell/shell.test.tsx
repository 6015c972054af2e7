import i18next from 'i18next'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { languages } from '#schema/app/languages.ts'
import { useSignOutConfirmation } from '#web/session/use-sign-out.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'
import { themeNamed, themes } from '#schema/themes/themes.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { clearUnsavedForms, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useAppStorage } from '#web/app/start/app-not-stored.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { textsOf } from '#web/test/texts-of.ts'

const main = page.getByRole('main')
const title = main.getByRole('heading', { level: 1 })
const sidebar = page.getByRole('navigation', { name: 'Main menu' })

beforeEach(() => chooseTheme('light'))
afterEach(() => {
  clearUnsavedForms()
  useSignOutConfirmation.setState({ isOpen: false })
  chooseTheme('light')
  localStorage.clear()
})

test('the sidebar shows the product and the firm, and its sign-out warns about unsent changes', async () => {
  const store = await openTestStore({ ...someone, tenantName: 'بيت المال' })
  const { session } = await renderApp(store)
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue()
  await expect.element(page.getByText('Holdfast', { exact: true })).toBeVisible()
  await expect.element(page.getByText('بيت المال')).toBeVisible()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect.poll(() => signOut).toHaveBeenCalledOnce()
  store.setStatus({ waiting: 1 })
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sign out with unsent data?' })).toBeVisible()
  expect(signOut).toHaveBeenCalledOnce()
})

test('the user menu shows the person and their role and has the settings and the sign-out', async () => {
  const store = await openTestStore({ ...someone, role: 'PORTFOLIO_MANAGER' })
  const { session } = await renderApp(store)
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue()
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  const menu = page.getByRole('menu')
  const open = () => page.getByRole('button', { name: /^User menu/ }).click()
  await open()
  await expect.element(menu.getByText('Ada Lovelace')).toBeVisible()
  await expect.element(menu.getByText('Portfolio manager')).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Profile Settings' }).click()
  await expect.element(title).toHaveTextContent('Settings')
  await open()
  await menu.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(() => signOut).toHaveBeenCalledOnce()
})

test('the theme selector describes each theme, checks the current one, and applies a choice immediately', async () => {
  await renderApp(await openTestStore())
  const button = page.getByRole('button', { name: /^Theme/ })
  await expect.element(button).toHaveTextContent('ThemeLight')
  await button.click()
  const items = page.getByRole('menuitemradio')
  const texts = themes.map(({ id }) => i18next.t(`themes:${id}.name`) + i18next.t(`themes:${id}.description`))
  expect(texts[0]).toBe('LightLight background')
  await expect.poll(() => textsOf(items)).toEqual(texts)
  await expect.element(page.getByRole('menuitemradio', { checked: true })).toHaveTextContent(texts[0]!)
  await page.getByRole('menuitemradio', { name: /^Dark/ }).click()
  await expect.element(button).toHaveTextContent('ThemeDark')
  const { dataset } = document.documentElement
  expect([useTheme.getState(), dataset['theme'], localStorage.getItem('theme')]).toEqual(Array(3).fill('dark'))
  expect(dataset['mantineColorScheme']).toBe(themeNamed('dark').scheme)
})

test('the language selector lists each language in its own name and checks the current one', async () => {
  await renderApp(await openTestStore())
  const button = page.getByRole('button', { name: /^Language/ })
  await expect.element(button).toHaveTextContent('LanguageEnglish')
  await button.click()
  const items = page.getByRole('menuitemradio')
  const entries = () => items.elements().map((each) => [(each as HTMLElement).lang, each.textContent])
  await expect.poll(entries).toEqual(languages.map(({ code, name }) => [code, name]))
  await expect.element(page.getByRole('menuitemradio', { checked: true })).toHaveTextContent('English')
})

test('on a tablet the sidebar is a rail with labels below the icons', async () => {
  const usual = i18next.t('investments:many')
  const renameInvestors = (many: string) => i18next.addResourceBundle('en', 'investments', { many }, true, true)
  renameInvestors('Investissements')
  onTestFinished(() => void renameInvestors(usual))
  await renderApp(await openTestStore())
  await expect.element(sidebar.getByRole('link', { name: 'Investissements' })).toBeVisible()
  const widthOf = () => sidebar.element().parentElement!.getBoundingClientRect().width
  const navbar = sidebar.element().closest('[class*="navbar"]')!
  await expect.poll(() => navbar.getBoundingClientRect().width).toBe(256)
  for (const [width, height] of [
    [1279, 800],
    [800, 1280],
    [768, 1024],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(widthOf).toBeLessThanOrEqual(96)
    for (const link of sidebar.getByRole('link').elements()) {
      const word = link.querySelector('span')!
      expect(word.offsetWidth, `${width}: ${word.textContent}`).toBeLessThanOrEqual(widthOf())
      expect(link.scrollWidth, `${width}: ${word.textContent}`).toBeLessThanOrEqual(widthOf())
      expect(word.getBoundingClientRect().top).toBeGreaterThan(link.querySelector('svg')!.getBoundingClientRect().top)
    }
    await expect.element(page.getByRole('button', { name: 'More' })).not.toBeInTheDocument()
  }
  await sidebar.getByRole('link', { name: 'Investors' }).click()
  await expect.element(title).toHaveTextContent('Investors')
})

test('the labels of the rail fit on one line, even in a wide font', async () => {
  await renderApp(await openTestStore())
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  await page.viewport(1180, 820)
  const links = sidebar.getByRole('link')
  await expect.poll(() => links.elements()[0]!.getBoundingClientRect().width).toBeLessThan(72)
  for (const link of links.elements()) {
    const word = link.querySelector('span')!
    word.style.fontFamily = "'DejaVu Sans', Verdana, sans-serif"
    expect(word.offsetHeight, `${word.textContent} is ${word.offsetHeight} px high`).toBeLessThan(20)
  }
})

function topOf(text: Text, at: number): number {
  const letter = document.createRange()
  letter.setStart(text, at)
  letter.setEnd(text, at + 1)
  return [...letter.getClientRects()].at(-1)!.top
}

test('in every language no word of the rail is broken', async () => {
  await renderApp(await openTestStore())
  await page.viewport(1024, 768)
  await inEachLanguage(async () => {
    const menu = page.getByRole('navigation', { name: i18next.t('shell:mainMenu') })
    await expect.element(menu).toBeVisible()
    const signOutLink = page.getByRole('link', { name: i18next.t('shell:logout') })
    for (const link of [...menu.getByRole('link').elements(), signOutLink.element()]) {
      const word = link.querySelector('span')!.firstChild as Text
      for (const { index, 0: part } of word.data.matchAll(/\S+/g)) {
        const lineTops = Array.from(part, (_, at) => topOf(word, index + at))
        expect([part, new Set(lineTops).size]).toEqual([part, 1])
      }
    }
  })
})

const bar = page.getByRole('navigation', { name: 'Main screens' })

test.each([
  ['ADMIN', ['Dashboard', 'Projects', 'Investors', 'Investments', 'More'], 'Documents'],
  ['INVESTOR', ['Dashboard', 'Investments', 'My Portfolio', 'Documents', 'More'], 'Settings'],
] as const)(
  'on a phone the bottom bar has the most used screens of %s, and More opens all',
  async (role, texts, other) => {
    await renderApp(await openTestStore({ ...someone, role }))
    await expect.element(sidebar).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
    await page.viewport(360, 740)
    await expect.element(sidebar).not.toBeInTheDocument()
    const entries = bar.element().querySelectorAll<HTMLElement>('a, button')
    expect([...entries].map((each) => each.textContent)).toEqual(texts)
    for (const entry of entries) {
      expect(entry.offsetHeight, `${entry.textContent}`).toBeGreaterThanOrEqual(44)
      expect(entry.scrollWidth, `${entry.textContent}`).toBeLessThanOrEqual(entry.offsetWidth)
    }
    await expect.element(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Investments' }).click()
    await expect.element(title).toHaveTextContent('Investments')
    await expect.element(bar.getByRole('link', { name: 'Investments' })).toHaveAttribute('aria-current', 'page')

    await bar.getByRole('button', { name: 'More' }).click()
    const drawer = page.getByRole('dialog', { name: 'Main menu' })
    await expect.element(drawer.getByRole('button', { name: /^Theme/ })).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: /^Language/ })).toBeVisible()
    await expect.element(drawer.getByRole('link', { name: 'Sign out' })).toBeVisible()
    await drawer.getByRole('link', { name: other }).click()
    await expect.element(title).toHaveTextContent(other)
    await expect.element(drawer).not.toBeInTheDocument()
    await bar.getByRole('button', { name: 'More' }).click()
    await drawer.getByRole('button', { name: 'Close menu' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
  },
)

test('in every language no word of the bar is broken', async () => {
  await renderApp(await openTestStore())
  await page.viewport(360, 740)
  await inEachLanguage(async () => {
    const entries = page.getByRole('navigation').last().getByRole('link')
    await expect.poll(() => entries.elements().length).toBe(4)
    for (const entry of entries.elements()) {
      const range = document.createRange()
      range.selectNodeContents(entry.querySelector('span')!)
      const lines = new Set([...range.getClientRects()].map(({ top }) => top))
      expect([entry.textContent, lines.size <= entry.textContent.split(' ').length]).toEqual([entry.textContent, true])
    }
  })
})

test('on a phone the page ends where the bar begins, and nothing scrolls sideways', async () => {
  const { container } = await renderApp(await openTestStore())
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  await page.viewport(360, 740)
  container.querySelector<HTMLElement>('[style*="inline-size"]')!.style.inlineSize = 'auto'
  await expect.element(bar).toBeVisible()
  const { top, bottom } = bar.element().getBoundingClientRect()
  expect(bottom).toBe(innerHeight)
  expect(main.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
  expect(main.element().scrollWidth).toBeLessThanOrEqual(360)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  toast.success('Saved')
  const notice = page.getByRole('status').filter({ hasText: 'Saved' })
  await expect.element(notice).toBeVisible()
  await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
  clearToasts()
  await page.viewport(360, 340)
  await expect.element(bar).not.toBeInTheDocument()
  expect(main.element().getBoundingClientRect().bottom).toBe(innerHeight)
})

test('the first Tab stop is the link that skips the menu', async () => {
  await renderApp(await openTestStore())
  await expect.element(title).toBeVisible()
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('{Tab}')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).toHaveFocus()
  expect(skip.element().getAttribute('href')).toBe(`#${main.element().id}`)
})

test('a screen that fails to render shows an error, and the rest of the app still works', async () => {
  const store = await openTestStore()
  const { goTo } = await renderApp(store)
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  const view = vi.spyOn(store, 'view').mockImplementation(() => {
    throw new Error('A view that fails')
  })
  await goTo('/projects')
  await expect.element(page.getByRole('alert').getByRole('heading', { name: 'An error occurred' })).toBeVisible()
  await expect
    .element(page.getByText('The changes that you have saved are safe on this device.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
  expect(consoleError).toHaveBeenCalled()
  view.mockRestore()
  await sidebar.getByRole('link', { name: 'Documents' }).click()
  await expect.element(title).toHaveTextContent('Documents')
  expect(page.getByText('An error occurred').elements()).toEqual([])
})

test('a device without room for the app shows a banner', async () => {
  await renderApp(await openTestStore())
  await expect.element(title).toBeVisible()
  expect(page.getByText(/^This device has run out of storage, so Holdfast may not open offline/).elements()).toEqual([])
  useAppStorage.setState({ isFull: true })
  await expect
    .element(page.getByText(/^This device has run out of storage, so Holdfast may not open offline/))
    .toBeVisible()
  useAppStorage.setState({ isFull: false })
})

const receive = (data: object) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))

test('a clicked notification opens its record; other messages of the worker do not navigate', async () => {
  const store = await openTestStore()
  const { router } = await renderApp(store)
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  receive({ kind: 'sync', path: '/investors' })
  receive({ kind: 'open', path: '/projects?dialog=create' })
  const form = page.getByRole('dialog', { name: 'Create New Project' })
  await expect.element(form).toBeVisible()
  await form.getByLabelText('Name').fill('Quay')
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  receive({ kind: 'open', path: '/documents' })
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(router.state.location.pathname).toBe('/projects')
  receive({ kind: 'open', path: '/documents' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(title).toHaveTextContent('Documents')
})
