import '#schema/app/without-eval.ts'
import '#web/app/start/library-styles.ts'
import devanagari from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url'
import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { beforeEach, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render as renderReact } from 'vitest-browser-react'
import { fontTokens } from '#schema/themes/font-sheet.ts'
import { scripts, textFamily, weights } from '#schema/themes/fonts.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { themeSheet } from '#web/themes/css-variables.ts'
import { mantineTheme } from '#web/themes/mantine-theme.ts'
import { themeNamed } from '#schema/themes/themes.ts'
import { useTheme } from '#web/themes/use-theme.ts'
import type { RecordScreenProps } from '#web/records/list/record-plan.ts'
import { WithStore } from '#web/records/data/with-store.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { applyPatch, type SearchPatch, type SetSearch } from '#web/ui/search/list-search.ts'
import { lowerShield } from '#web/ui/overlay/press-shield.ts'
import { clearToasts, Toasts } from '#web/ui/overlay/toasts/toasts.tsx'
import type { TestStore } from './test-store.ts'

const sheet = document.createElement('style')
sheet.textContent = `${fontTokens()}\n${themeSheet()}`
document.head.append(sheet)

// Test machines have substitutes for the other shipped fonts, but none for Hindi: every letter would be an empty box.
document.fonts.add(
  new FontFace(textFamily, `url(${devanagari})`, {
    unicodeRange: scripts.devanagari,
    weight: `${weights.least} ${weights.most}`,
  }),
)

// Toasts last for seconds and would leak into the next test.
beforeEach(clearToasts)

// Tests press the page beneath a closed overlay sooner than people.
const shields = new MutationObserver(lowerShield)
const lowerShields = () => shields.observe(document.body, { childList: true })
lowerShields()

export function keepShields(): void {
  shields.disconnect()
  onTestFinished(lowerShields)
}

export async function render(store: TestStore, screen: ReactNode) {
  if (!i18next.isInitialized) await startI18n()
  await page.viewport(1280, 800)
  lowerShield()
  onTestFinished(() => store.close())
  await store.caughtUp()
  return renderReact(
    <MantineProvider theme={mantineTheme} forceColorScheme={themeNamed(useTheme.getState()).scheme}>
      <Toasts />
      <WithStore store={store}>
        <div style={{ blockSize: 700, inlineSize: 1200 }}>{screen}</div>
      </WithStore>
    </MantineProvider>,
  )
}

interface WithSearchProps<S extends object> {
  readonly initial: NoInfer<S>
  readonly children: (search: S, setSearch: SetSearch<S>) => ReactNode
}

export const nowhere = () => {}

export function WithSearch<S extends object = RecordSearch>({ initial, children }: WithSearchProps<S>) {
  const [search, setSearch] = useState(initial)
  const [set] = useState(() => (patch: SearchPatch<S>) => setSearch((before) => applyPatch(before, patch)))
  useEffect(() => void Object.assign(shown, { set }), [set])
  return (
    <div data-address={JSON.stringify(search)} style={{ display: 'contents' }}>
      {children(search, set)}
    </div>
  )
}

export const renderScreen = (store: TestStore, Screen: ComponentType<RecordScreenProps>, initial: RecordSearch = {}) =>
  render(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <Screen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )

const shown: { set: SetSearch<RecordSearch> } = { set: nowhere }

export const goOn = (patch: SearchPatch<RecordSearch>) => shown.set(patch)

export const address = () =>
  JSON.parse(document.querySelector<HTMLElement>('[data-address]')!.dataset['address']!) as RecordSearch
