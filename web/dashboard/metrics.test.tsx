import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths, dayBegins } from '#schema/money/dates.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { printedDate, today as todayIn } from '#web/ui/format/dates/date-format.ts'
import { rowsOf, textsOf } from '#web/test/texts-of.ts'

const main = page.getByRole('main')
const names = ['Total AUM', 'Active projects', 'Total investors', 'Average IRR'] as const
const figures = () =>
  Object.fromEntries(
    names.map((name) => [
      name,
      main.getByRole('region', { name, exact: true }).first().query()?.querySelector(':scope > p')?.textContent ?? null,
    ]),
  )
const notes = () => textsOf(main.getByRole('region', { name: 'Total AUM' }).getByRole('note'))

beforeEach(() => localStorage.clear())

async function setup(identity = someone) {
  const store = await openTestStore(identity)
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const project = (name: string, overrides: object = {}) =>
    store.put('projects', { name, type: 'COMMERCIAL', ...overrides })
  const invest = (projectId: string, amount: string, currency = 'USD') =>
    store.put('investments', { projectId, investorId: investor.id, amount, currency, status: 'ACTIVE' })
  return { store, project, invest, investor }
}

test('a firm without records has zeros, and N/A for the average return', async () => {
  await renderApp(await openTestStore())
  await expect.element(main.getByRole('region', { name: 'Total AUM' })).toBeVisible()
  await expect.poll(figures).toEqual({
    'Total AUM': '$0',
    'Active projects': '0',
    'Total investors': '0',
    'Average IRR': 'N/A',
  })
  await expect.element(main.getByText('No projects')).toBeVisible()
  await expect.element(main.getByText('No activity yet')).toBeVisible()
  expect(notes()).toEqual([])
})

test('shows no figures until every record is on the device', async () => {
  const { store, project } = await setup()
  project('Quay', { expectedIRR: '12' })
  await store.caughtUp()
  store.setStatus({ hasAllRows: false })
  await renderApp(store)
  await expect.element(main.getByRole('region', { name: 'Total AUM' })).toBeVisible()
  expect(figures()).toEqual(Object.fromEntries(names.map((name) => [name, null])))
  store.setStatus({ hasAllRows: true })
  await expect.poll(figures).toMatchObject({ 'Active projects': '1', 'Total investors': '1', 'Average IRR': '12.0%' })
})

test('figures follow new records: a new rate completes the total, an old rate is reported', async () => {
  const { store, project, invest } = await setup()
  const quay = project('Quay')
  invest(quay.id, '100000')
  invest(quay.id, '400000', 'AED')
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$100.0K' })
  expect(notes()).toEqual(['Incomplete total: no exchange rate for Quay (AED)'])
  const today = new Date().toISOString().slice(0, 10)
  const rate = { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25' }
  const { id } = store.put('exchangeRates', { ...rate, date: today })
  await expect.poll(figures).toMatchObject({ 'Total AUM': '≈ $200.0K' })
  expect(notes()).toEqual([])
  store.put('exchangeRates', { id, ...rate, date: '2020-01-01' })
  await expect
    .poll(notes)
    .toEqual(['At least one exchange rate was more than 7 days old on the day for which it was used.'])
})

test('the average return prefers actual over expected rates, and skips exited projects and those without a rate', async () => {
  const { store, project } = await setup()
  project('Quay', { expectedIRR: '12', actualIRR: '6' })
  project('Pier', { expectedIRR: '10' })
  project('Mole')
  project('Old mill', { expectedIRR: '90', status: 'EXITED' })
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Average IRR': '8.0%', 'Active projects': '3' })
  store.drop('investors', store.table('investors').all()[Symbol.iterator]().next().value!.id)
  await expect.poll(figures).toMatchObject({ 'Total investors': '0' })
})

test('every figure explains its formula', async () => {
  await renderApp(await openTestStore())
  await expect.poll(figures).toMatchObject({ 'Active projects': '0' })
  const formulas = names.map((name) =>
    main
      .getByRole('region', { name, exact: true })
      .first()
      .getByRole('button')
      .first()
      .element()
      .getAttribute('aria-label'),
  )
  expect(formulas.map((each) => each?.split(/[.:]/)[0])).toEqual([
    'Total of active and committed investments',
    'Projects that have not been exited',
    'Number of investor records in the firm',
    'Simple average across projects that have not been exited, using the actual IRR where available and the expected IRR otherwise',
  ])
})

const today = todayIn()
const back = (months: number) => addMonths(`${today.slice(0, 8)}01`, -months)
const changes = () =>
  names.map(
    (name) =>
      main.getByRole('region', { name, exact: true }).first().query()?.querySelector('[class*=change]')?.textContent ??
      null,
  )
const choose = (name: string) =>
  main.getByRole('group', { name: 'Comparison period' }).getByRole('button', { name }).click()

async function setupPast(identity = someone) {
  const made = await setup(identity)
  const { store, project, investor } = made
  const quay = project('Quay', { expectedIRR: '16.6' })
  const created = (entity: 'projects' | 'investors', id: string, day: string) =>
    store.server.write([entity, id, { ...store.server.row(entity, id), createdAt: `${day}T12:00:00.000Z` }])
  created('projects', quay.id, back(30))
  created('projects', project('Pier', { expectedIRR: '16.6' }).id, today)
  created('investors', investor.id, today)
  const invested = (amount: string, investmentDate: string) =>
    store.put('investments', { projectId: quay.id, investorId: investor.id, amount, status: 'ACTIVE', investmentDate })
  invested('100000', back(13))
  invested('12400', back(0))
  const snapshot = (month: string, averageIRR: string) =>
    store.put('analyticsData', {
      type: 'METRICS',
      data: { month, currency: 'USD', averageIRR },
      computedAt: `${month}-28T12:00:00.000Z`,
    })
  snapshot(`${Number(today.slice(0, 4)) - 1}-12`, '14.500000')
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Active projects': '2' })
  return made
}

test('each card shows the change over its own period; choosing a period applies to all cards', async () => {
  const { store, project } = await setupPast()
  await expect.poll(changes).toEqual(['+12.4%', '+1 this month', '+1 this quarter', '+2.1% ytd'])
  const direction = () =>
    main
      .getByRole('region', { name: 'Average IRR', exact: true })
      .first()
      .query()
      ?.querySelector<HTMLElement>('[data-direction]')?.dataset['direction']
  expect(direction()).toBe('1')
  const period = (name: string) => main.getByRole('button', { name, exact: true })
  await expect.element(period('Default')).toHaveAttribute('aria-pressed', 'true')
  await choose('Year to date')
  await expect.element(period('Default')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(changes).toEqual([expect.stringMatching(/% ytd$/), '+1 ytd', '+1 ytd', '+2.1% ytd'])
  await choose('Default')
  await expect.poll(changes).toEqual(['+12.4%', '+1 this month', '+1 this quarter', '+2.1% ytd'])
  store.put('projects', { id: project('Mole').id, name: 'Mole', type: 'COMMERCIAL', expectedIRR: '-90' })
  await expect.poll(direction).toBe('-1')
})

test('the chosen period stays when the dashboard is opened again', async () => {
  const { router } = await renderApp(await openTestStore())
  await choose('This quarter')
  await router.navigate({ to: '/settings' })
  await router.navigate({ to: '/' })
  await expect.element(main.getByRole('button', { name: 'This quarter' })).toHaveAttribute('aria-pressed', 'true')
})

test('the change of assets under management includes exits since then, and only records dated by today', async () => {
  const { store, project, investor } = await setup()
  const quay = project('Quay')
  const held = (amount: string, investmentDate: string, overrides: object = {}) =>
    store.put('investments', {
      projectId: quay.id,
      investorId: investor.id,
      amount,
      status: 'ACTIVE',
      investmentDate,
      ...overrides,
    })
  held('100000', back(30))
  held('100000', back(30), { status: 'EXITED', exitedOn: back(2) })
  held('800000', back(-2), { status: 'COMMITTED' })
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$900.0K' })
  await expect.poll(() => changes()[0]).toBe('-50.0%')
  const formula = main.getByRole('region', { name: 'Total AUM' }).getByRole('button').first()
  await expect.element(formula).toHaveAttribute('aria-label', expect.stringContaining('$800,000.00'))
})

test('a month begins at midnight in the person’s time zone', async () => {
  const timeZone = 'Pacific/Kiritimati'
  const { store, project } = await setup()
  store.put('userPreferences', { userId: someone.id, timeZone })
  const midnight = dayBegins(timeZone, `${todayIn(timeZone).slice(0, 8)}01`).getTime()
  const createdAt = (name: string, at: number) => {
    const { id } = project(name)
    store.server.write(['projects', id, { ...store.server.row('projects', id), createdAt: new Date(at).toISOString() }])
  }
  createdAt('Quay', midnight)
  createdAt('Pier', midnight - 1)
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Active projects': '2' })
  await expect.poll(() => changes()[1]).toBe('+1 this month')
})

test('an investor’s average return has no earlier value to compare with; the third card shows no change', async () => {
  await setupPast({ ...someone, role: 'INVESTOR' })
  await expect.poll(() => changes()[3]).toBe('—')
  expect(main.getByRole('region', { name: 'My investments' }).element().querySelector('[class*=change]')).toBeNull()
})

const panel = page.getByRole('dialog')
const rowsIn = () => rowsOf(panel)
test('a figure opens its formula, its rows, their total and the day', async () => {
  const { store, project, invest, investor } = await setup()
  const quay = project('Quay', { expectedIRR: '12' })
  store.put('exchangeRates', { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25', date: todayIn() })
  invest(quay.id, '100000')
  invest(quay.id, '800000', 'AED')
  store.put('investments', { projectId: quay.id, investorId: investor.id, amount: '7', status: 'EXITED' })
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '≈ $300.0K' })
  await main.getByTitle('Total AUM: how it is calculated').click()
  await expect.poll(rowsIn).toEqual([
    ['QuayElif · AED\u00a0800,000.00', '≈ $200,000.00'],
    ['QuayElif', '$100,000.00'],
    ['Total', '≈ $300,000.00'],
  ])
  expect(panel.element().textContent).toContain('Total of active and committed investments.')
  expect(panel.element().textContent).toContain(`As of ${printedDate(todayIn())}`)
  expect(textsOf(panel.getByRole('definition'))).toEqual(['≈ $300,000.00', '$0.00', '$7.00'])
  await expect
    .element(panel.getByRole('link', { name: 'Show in list' }))
    .toHaveAttribute('href', '/investments?status=FUNDED%2CCOMMITTED')
  invest(quay.id, '50')
  await expect.poll(() => rowsIn().at(-1)).toEqual(['Total', '≈ $300,050.00'])
})

test('each part of the total opens its own investments and their sum', async () => {
  const { store, project, investor } = await setup()
  const parts = [
    ['Active', 'FUNDED', 'Quay', '$100,000.00'],
    ['Committed', 'COMMITTED', 'Pier', '$20,000.00'],
    ['Exited', 'EXITED', 'Mole', '$3,000.00'],
  ] as const
  for (const [, status, name, amount] of parts) {
    const ids = { projectId: project(name).id, investorId: investor.id }
    store.put('investments', { ...ids, amount: amount.replaceAll(/[$,]/g, ''), status })
  }
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$120.0K' })
  for (const [part, status, name, amount] of parts) {
    await main.getByTitle(`${part}: how it is calculated`).click()
    await expect.poll(rowsIn).toEqual([
      [`${name}Elif`, amount],
      ['Total', amount],
    ])
    expect(panel.element().textContent).toContain(`Total of ${part.toLowerCase()} investments`)
    await expect
      .element(panel.getByRole('link', { name: 'Show in list' }))
      .toHaveAttribute('href', `/investments?status=${status}`)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
  }
})

test('a figure of zero offers the list of its rows once there are some', async () => {
  const { store, project, invest } = await setup()
  const quay = project('Quay')
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$0' })
  await main.getByTitle('Total AUM: how it is calculated').click()
  await expect.element(panel.getByText('No records are included.')).toBeVisible()
  const all = panel.getByRole('link', { name: 'Show in list' })
  await expect.element(all).not.toBeInTheDocument()
  invest(quay.id, '5')
  await expect.element(all).toBeVisible()
})

test('a count shows its parts, and each part opens its rows', async () => {
  const { store, project, invest } = await setup()
  const rates = { Quay: '12', Pier: '-3.5', Mole: '40' }
  const status = { Quay: 'FUNDED', Pier: 'GROWTH', Mole: 'EXITED' }
  const [quay] = (['Quay', 'Pier', 'Mole'] as const).map((name) =>
    project(name, { status: status[name], expectedIRR: rates[name] }),
  )
  const omar = store.put('investors', { firstName: 'Omar', email: 'omar@example.com', kycStatus: 'APPROVED' })
  invest(quay!.id, '5')
  await renderApp(store)
  const parts = (name: string) =>
    [...main.getByRole('region', { name, exact: true }).first().element().querySelectorAll('dl div')].map(
      (each) => each.textContent,
    )
  await expect.poll(() => parts('Total investors')).toEqual(['Invested1', 'Not yet invested1', 'KYC approved1'])
  expect(parts('Active projects')).toEqual(['Active1', 'Growth1', 'Mature0'])
  expect(parts('Average IRR')).toEqual(['Highest12.0%', 'Lowest-3.5%'])
  for (const [name, row, list] of [
    ['Total investors: Invested', 'Elif', '/investors?investments=yes'],
    ['Total investors: Not yet invested', 'Omar', '/investors?investments=no'],
    ['Total investors: KYC approved', 'Omar', '/investors?kycStatus=APPROVED'],
    ['Active projects: Growth', 'Pier', '/projects?status=GROWTH'],
    ['Average IRR: Lowest', 'Pier', undefined],
  ] as const) {
    await main.getByTitle(`${name}: how it is calculated`).click()
    await expect.poll(() => rowsIn().length).toBe(2)
    expect(rowsIn()[0]![0]).toContain(row)
    expect(panel.getByRole('link').elements().at(-1)!.getAttribute('href')).toBe(
      list ?? panel.getByRole('link', { name: row }).element().getAttribute('href'),
    )
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
  }
  store.put('investors', { ...omar, kycReviewOn: '2020-01-31' })
  await expect.poll(() => parts('Total investors').at(-1)).toBe('KYC approved0')
})

test('shows the largest rows and combines the others in one line; together they make the sum', async () => {
  const { store, project, invest } = await setup()
  const quay = project('Quay', { actualIRR: '5' })
  project('Pier', { expectedIRR: '8' })
  for (let n = 1; n <= 53; n++) invest(quay.id, String(n))
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$1.4K' })
  await main.getByTitle('Total AUM: how it is calculated').click()
  await expect.poll(() => rowsIn().length).toBe(52)
  expect([rowsIn()[0]![1], ...rowsIn().slice(-2)]).toEqual(['$53.00', ['3 more', '$6.00'], ['Total', '$1,431.00']])
})

test('on a phone a figure has room for a long word beside a long amount', async () => {
  const { store, project, invest } = await setup()
  invest(project('Wohnungsbaugenossenschaft Donaudampfschifffahrtsgesellschaft').id, '1234567890123.45')
  await renderApp(store, '/dashboard?figure=aum')
  await page.viewport(390, 844)
  await expect.poll(() => rowsIn().length).toBe(2)
  const wide = () => [...panel.element().querySelectorAll('td, p')].map((each) => each.getBoundingClientRect().right)
  await expect.poll(() => Math.max(...wide())).toBeLessThanOrEqual(390)
})

test('the average of rates lists the rates', async () => {
  const { store, project } = await setup()
  project('Quay', { actualIRR: '5', expectedIRR: '90' })
  project('Pier', { expectedIRR: '8' })
  project('Mole')
  await renderApp(store)
  await expect.poll(figures).toMatchObject({ 'Average IRR': '6.5%' })
  await main.getByTitle('Average IRR: how it is calculated').click()
  await expect.poll(rowsIn).toEqual([
    ['Quay', '5.0%'],
    ['Pier', '8.0%'],
    ['Average of 2 rates', '6.5%'],
  ])
})

test('an address that names an unknown figure says so; one that names a figure opens it', async () => {
  const { store, project } = await setup()
  project('Quay', { actualIRR: '5' })
  const { router } = await renderApp(store, '/dashboard?figure=aun')
  const missing = page.getByRole('dialog', { name: 'Figure not found' })
  await expect
    .element(
      missing.getByText(
        'This figure may have no value at present, you may not have access to it, or the link may be incorrect.',
      ),
    )
    .toBeVisible()
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect.element(missing).not.toBeInTheDocument()
  expect(router.state.location.href).toBe('/dashboard')
  await router.navigate({ to: '/dashboard', search: { figure: 'irr-highest' } })
  await expect.element(page.getByRole('dialog', { name: 'Average IRR: Highest' })).toBeVisible()
  await expect.element(missing).not.toBeInTheDocument()
})

test('the address holds the open figure: a link opens it, Back closes it, and Back from one of its rows reopens it', async () => {
  const { store, project, invest } = await setup()
  const investment = invest(project('Quay').id, '100000')
  const { router } = await renderApp(store, '/dashboard?figure=active')
  const { history } = router
  const opened = (name: string) => page.getByRole('dialog', { name, exact: true })
  await expect.element(opened('Active').getByRole('row', { name: /Quay/ })).toBeVisible()
  await opened('Active').getByRole('button', { name: 'Close' }).click()
  await expect.element(opened('Active')).not.toBeInTheDocument()
  expect(router.state.location.href).toBe('/dashboard')
  await main.getByTitle('Total AUM: how it is calculated').click()
  await expect.poll(() => router.state.location.href).toBe('/dashboard?figure=aum')
  history.back()
  await expect.element(opened('Total AUM')).not.toBeInTheDocument()
  expect(router.state.location.href).toBe('/dashboard')
  await main.getByTitle('Total AUM: how it is calculated').click()
  await opened('Total AUM').getByRole('link', { name: 'Quay' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ dialog: 'details', record: investment.id })
  history.back()
  await expect.element(opened('Total AUM').getByRole('row', { name: /Quay/ })).toBeVisible()
})
