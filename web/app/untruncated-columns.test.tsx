import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { openTestStore } from '#web/test/test-store.ts'

const paths = [
  '/projects',
  '/investors',
  '/investments',
  '/documents',
  '/referrals',
  '/commissions',
  '/settings/exchange-rates',
] as const
const widths = [390, 820, 1180, 1366, 1600, 2560] as const

/** The widest month of French, Turkish and Hindi, and that of Arabic. */
const days = ['2028-09-30', '2028-08-28', '2028-09-30'] as const
const names = ['Kadıköy Waterfront Residences and Shops', 'Alexandrina Vanderbilt-Montgomery']

async function setup() {
  const store = await openTestStore()
  const investor = store.put('investors', {
    firstName: 'Alexandrina',
    lastName: 'Vanderbilt-Montgomery',
    email: 'investor.relations@atlantic-pension-fund.example',
    phone: '+90 212 555 01 40',
    nextContactOn: days[0],
    totalInvested: '193500000.00',
  })
  store.put('investors', { firstName: 'Elif', email: 'elif@example.com', nextContactOn: days[1] })
  for (const [index, currency] of (['USD', 'AED', 'TRY'] as const).entries()) {
    const project = store.put('projects', {
      name: names[0]!,
      location: 'Istanbul, Türkiye',
      type: (['REAL_ESTATE', 'PRIVATE_EQUITY', 'INFRASTRUCTURE'] as const)[index]!,
      status: (['ACTIVE', 'MATURE', 'EXITED'] as const)[index]!,
      targetAmount: '888800000.00',
      raisedAmount: '777700000.00',
      expectedIRR: '-12.75',
      currency,
    })
    const investment = store.put('investments', {
      projectId: project.id,
      investorId: investor.id,
      amount: '108888888.88',
      status: (['COMMITTED', 'ACTIVE', 'EXITED'] as const)[index]!,
      investmentDate: days[index]!,
      redemptionDate: days[index]!,
      currency,
    })
    store.put('documents', {
      name: 'Annual report of the waterfront',
      type: (['FACT_SHEET', 'KYC', null] as const)[index]!,
      audience: 'INVESTORS',
      projectId: project.id,
      createdAt: `${days[index]!}T12:00:00.000Z`,
    })
    const contact = store.put('referrals', {
      name: 'Harbour Introductions and Partners',
      email: 'samir@example.com',
      phone: '+90 212 555 01 40',
      investorId: investor.id,
    })
    const agreement = store.put('referralCommissions', {
      referralId: contact.id,
      projectId: project.id,
      commissionPercentage: '2',
      frequency: 'ANNUALLY',
    })
    store.put('commissions', {
      amount: '8888888.88',
      currency,
      feeType: 'TRANSACTION',
      dueDate: days[index]!,
      ...(index === 2 && { paidDate: days[1] }),
      agreementId: agreement.id,
      investmentId: investment.id,
    })
    store.put('exchangeRates', {
      fromCurrency: currency,
      toCurrency: currency === 'USD' ? 'TRY' : 'USD',
      rate: '0.271234',
      date: days[index]!,
    })
  }
  const { container, router } = await renderApp(store, paths[0])
  const frame = container.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!
  frame.style.inlineSize = '100vw'
  frame.style.blockSize = '100vh'
  return router
}

function* textsIn(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text
}

const rangeOf = (text: Text, from = 0, to = text.length): Range => {
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}

function isTruncated(text: Text): boolean {
  const box = rangeOf(text).getBoundingClientRect()
  for (let each = text.parentElement!; !['TR', 'DL'].includes(each.tagName); each = each.parentElement!) {
    if (getComputedStyle(each).overflow === 'visible') continue
    const { left, right } = each.getBoundingClientRect()
    if (box.left < left - 0.5 || box.right > right + 0.5) return true
  }
  return false
}

const isFigure = (text: Text): boolean => /\d/.test(text.data) && !text.parentElement!.closest('a[href^="tel:"]')

const truncatedFigures = (): string[] =>
  [...document.querySelectorAll('main tbody td')]
    .flatMap((cell) => [...textsIn(cell)])
    .filter((text) => isFigure(text) && isTruncated(text))
    .map(({ data }) => data)

function brokenWords(): string[] {
  const texts = [...document.querySelectorAll('main thead th')].flatMap((head) => [...textsIn(head)])
  return texts.flatMap((text) =>
    [...text.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => rangeOf(text, index, index + word.length).getClientRects().length > 1)
      .map(([word]) => word),
  )
}

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('in every language each list shows dates and amounts in full at every width, and no heading breaks inside a word', async () => {
  const router = await setup()
  await inEachLanguage(async () => {
    const problems: string[] = []
    for (const path of paths) {
      await router.navigate({ to: path })
      await expect.poll(() => document.querySelectorAll('main tbody tr[aria-rowindex]').length).toBeGreaterThan(0)
      for (const width of widths) {
        await page.viewport(width, 900)
        await nextPaint()
        problems.push(...[...truncatedFigures(), ...brokenWords()].map((text) => `${path} at ${width} px: ${text}`))
      }
    }
    expect(problems).toEqual([])
  })
})
