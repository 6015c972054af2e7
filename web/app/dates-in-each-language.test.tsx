import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'

const printed: Readonly<Record<string, string>> = {
  en: 'Feb 7, 2027',
  ar: '7 فبراير 2027',
  fr: '7 févr. 2027',
  hi: '7 फ़र॰ 2027',
  tr: '7 Şub 2027',
}
const inField: Readonly<Record<string, string>> = {
  en: '02/07/2027',
  ar: '07/02/2027',
  fr: '07/02/2027',
  hi: '07/02/2027',
  tr: '07.02.2027',
}

const inDigits = /\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d{2}/

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '5000000' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  const fields = { projectId: project.id, investorId: investor.id, amount: '1250000' }
  const dates = { investmentDate: '2027-02-07', redemptionDate: '2027-09-27' }
  const investment = store.put('investments', { ...fields, ...dates })
  const contact = store.put('referrals', { name: 'Samir', email: 'samir@example.com' })
  const terms = { projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', { referralId: contact.id, ...terms })
  const due = { amount: '25000', feeType: 'TRANSACTION', dueDate: '2027-09-27' }
  store.put('commissions', { ...due, agreementId: agreement.id, investmentId: investment.id })
  store.put('documents', { name: 'Fact sheet', type: 'FACT_SHEET', audience: 'INVESTORS', projectId: project.id })
  store.put('exchangeRates', { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.2723', date: '2027-09-27' })
  return { store, investment }
}

const fieldValues = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].map((each) => each.value)

test('a list prints the month as a word, and the form beside it uses the order of the language', async () => {
  const { store, investment } = await setup()
  await renderApp(store, `/investments?dialog=edit&record=${investment.id}`)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await inEachLanguage(async ({ code }) => {
    await expect.poll(() => document.querySelector('table')!.textContent).toContain(printed[code])
    await expect.poll(fieldValues).toContain(inField[code])
    expect(document.querySelector('table')!.textContent).not.toMatch(inDigits)
  })
})

test('a statement prints the month as a word, and its date fields use the order of the language', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.com' })
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const paid = { projectId: project.id, investorId: own.id, amount: '1000', investmentDate: '2025-01-01' }
  store.put('investments', { ...paid, projectName: 'Quay', status: 'FUNDED' })
  await renderPortal(store)
  await page.getByRole('button', { name: 'Capital account statement' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('02/07/2027')
  await page.getByRole('textbox', { name: 'To' }).fill('02/07/2027')
  await inEachLanguage(async ({ code }) => {
    const [from, to] = [page.getByRole('textbox').nth(0), page.getByRole('textbox').nth(1)]
    await expect.element(from).toHaveValue(inField[code])
    await expect.element(to).toHaveValue(inField[code])
    const sheet = () => page.getByRole('article').element().textContent
    await expect.poll(() => sheet().split(printed[code]!).length).toBeGreaterThan(4)
    expect(sheet()).not.toMatch(inDigits)
  })
})

const sizes = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1180, 820],
  [1440, 900],
] as const

const dates = () =>
  [...document.querySelectorAll<HTMLElement>('main td bdi, main dd bdi')].filter((each) =>
    /\d{4}/.test(each.textContent),
  )

function truncatedDates(): string[] {
  const isCut = (date: HTMLElement): boolean => {
    const { left, right, top, bottom } = date.getBoundingClientRect()
    const cell = date.closest('td, dd')!
    const box = cell.getBoundingClientRect()
    const row = date.closest('tr')!.getBoundingClientRect()
    const isOutside = left < box.left - 1 || right > box.right + 1 || top < row.top - 1 || bottom > row.bottom + 1
    return isOutside || date.scrollWidth > date.clientWidth + 1
  }
  return dates()
    .filter(isCut)
    .map(({ textContent }) => textContent)
}

test.each(['/investments', '/documents', '/commissions', '/settings/exchange-rates'])(
  'in every language the dates of %s are shown in full',
  async (path) => {
    const { store } = await setup()
    const { container } = await renderApp(store, path)
    const frame = container.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!
    frame.style.inlineSize = '100vw'
    frame.style.blockSize = '100vh'
    await expect.element(page.getByRole('table').first()).toBeVisible()
    await inEachLanguage(async () => {
      for (const [width, height] of sizes) {
        await page.viewport(width, height)
        // Lists leave out columns on narrower screens.
        const fewest = width < 1024 ? 0 : 1
        await expect.poll(() => dates().length).toBeGreaterThanOrEqual(fewest)
        await expect.poll(() => [width, truncatedDates()]).toEqual([width, []])
      }
    })
  },
)
