import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'

function Probe() {
  const { date, day } = useDates()
  return <output>{`${useStore().identity.firstName} ${date('2025-07-04')} ${day('2025-07-04T22:30:00Z')}`}</output>
}

test('screens use the person’s store and their date settings, including later changes', async () => {
  const store = await openTestStore()
  const preferences = { userId: store.identity.id, dateFormat: 'DD.MM.YYYY', timeZone: 'UTC' }
  const row = store.put('userPreferences', preferences)
  const shown = page.getByRole('status')
  await render(store, <Probe />)
  await expect.element(shown).toHaveTextContent('Ada 4 Jul 2025 4 Jul 2025')
  await store.update('userPreferences', row, { timeZone: 'Europe/Istanbul', dateFormat: 'YYYY-MM-DD' })
  await expect.element(shown).toHaveTextContent('Ada 2025-07-04 2025-07-05')
})
