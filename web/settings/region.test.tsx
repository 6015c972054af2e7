import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dateFormats } from '#schema/enumerations.ts'
import { timeZones } from '#schema/time-zones.ts'
import { draw, noShield } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { ownTimeZone, today } from '#web/ui/date-format.ts'
import { useDates } from '#web/ui/use-dates.ts'
import { useExchange } from '#web/ui/use-exchange.ts'
import { useToday } from '#web/ui/use-today.ts'
import { Region } from './region.tsx'

function Probe() {
  const dates = useDates()
  return <p>{`On ${dates.date('2025-07-04')}, today ${useToday()}, in ${useExchange().currency}`}</p>
}

const setup = (store = new MemoryStore()) =>
  draw(
    store,
    <>
      <Region />
      <Probe />
    </>,
  ).then(() => store)
const field = (name: string) => page.getByRole('combobox', { name })
const zone = timeZones.includes(ownTimeZone()) ? ownTimeZone() : 'UTC'

test('without a connection the first choice makes the preferences, of this device where nothing was chosen', async () => {
  const store = await setup()
  store.setStatus({ connection: 'offline' })
  await expect.element(field('Time zone')).toHaveValue(zone.replaceAll('_', ' '))
  await expect.element(page.getByText(`On 07/04/2025, today ${today()}, in USD`)).toBeVisible()
  await field('Date format').click()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(dateFormats.length)
  await page.getByRole('option', { name: /^DD\.MM\.YYYY/ }).click()
  await expect.element(page.getByText(/^On 04\.07\.2025/)).toBeVisible()
  await expect.element(page.getByText('Saved on this device.')).toBeVisible()
  const fields = { userId: store.identity.id, timeZone: zone, dateFormat: 'DD.MM.YYYY', defaultCurrency: 'USD' }
  expect(store.entries.map(({ ops }) => ops)).toMatchObject([[{ op: 'create', entity: 'userPreferences', fields }]])
})

test('a later choice changes what was chosen: the zone decides which day it is, the currency what totals are in', async () => {
  const before = new MemoryStore()
  before.put('userPreferences', { userId: before.identity.id, timeZone: 'UTC', dateFormat: 'YYYY-MM-DD' })
  const store = await setup(before)
  await field('Display currency').click()
  await page.getByRole('option', { name: 'TRY – Turkish Lira' }).click()
  await expect.element(page.getByText(/^On 2025-07-04, .*, in TRY$/)).toBeVisible()
  for (const [typed, chosen] of [
    ['kiritimati', 'Pacific/Kiritimati'],
    ['pago', 'Pacific/Pago_Pago'],
  ] as const) {
    // A choice shields what lies beneath it for a moment.
    await noShield()
    await field('Time zone').fill(typed)
    await page.getByRole('option', { name: chosen.replace('_', ' ') }).click()
    await expect.element(page.getByText(new RegExp(`today ${today(chosen)}`))).toBeVisible()
  }
  // Twenty-five hours lie between the two.
  expect(today('Pacific/Kiritimati')).not.toBe(today('Pacific/Pago_Pago'))
  expect(store.entries.map(({ ops }) => ops[0]!.op)).toEqual(['update', 'update', 'update'])
})
