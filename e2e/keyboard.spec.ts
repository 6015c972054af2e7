import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { accounts, password } from './support/accounts.ts'
import type { Api } from './support/api.ts'
import { expectSyncIdle, goOffline, goOnline, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { press, tabTo } from './support/keyboard.ts'
import { setLanguage } from './support/screens.ts'

type Translate = (key: `${string}:${string}`) => string

interface Scenario {
  readonly page: Page
  readonly api: Api
  readonly t: Translate
  readonly nextTabKey: 'ArrowRight' | 'ArrowLeft'
  readonly project: { readonly id: string; readonly name: string }
  readonly lastName: string
}

const translator =
  (code: string): Translate =>
  (key) => {
    const [file, path] = key.split(':') as [string, string]
    const texts: unknown = JSON.parse(
      readFileSync(new URL(`../schema/locales/${code}/${file}.json`, import.meta.url), 'utf8'),
    )
    return path.split('.').reduce((node, name) => (node as Record<string, unknown>)[name], texts) as string
  }

async function signIn(page: Page): Promise<void> {
  await page.goto('/api/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(accounts.manager)
  await press(page, 'Tab')
  await page.keyboard.type(password)
  await press(page, 'Enter')
  await expectSyncIdle(page)
}

async function recordInvestment({ page, api, t, project, lastName }: Scenario): Promise<void> {
  await press(page, 'Tab')
  await expect(page.getByRole('link', { name: t('shell:skipToContent') })).toBeFocused()
  await press(page, 'g', 'v')
  await expect(page.getByRole('heading', { level: 1, name: t('investments:many') })).toBeVisible()
  const create = page.getByRole('main').getByRole('button', { name: t('investments:create') })
  await tabTo(page, create)
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: t('investments:createTitle') })
  for (const [field, searchText] of [
    ['projectId', project.name],
    ['investorId', lastName],
  ] as const) {
    await expect(dialog.getByRole('combobox', { name: t(`investments:fields.${field}`) })).toBeFocused()
    await page.keyboard.type(searchText)
    await expect(page.getByRole('option')).toHaveCount(1)
    await press(page, 'ArrowDown', 'Enter', 'Tab')
  }
  await tabTo(page, dialog.getByLabel(t('investments:fields.amount')), { maxSteps: 3 })
  await page.keyboard.type('123456.78')
  await press(page, 'Enter')
  await expect(page.getByText(t('investments:created'))).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  await expect
    .poll(() => api.list(`investments?projectId=${project.id}`))
    .toMatchObject([{ amount: '123456.78', status: 'COMMITTED' }])
}

/** From the search: the row, its record, the new amount, and the row in a file. */
async function correctAmount({ page, api, t, project, lastName }: Scenario): Promise<void> {
  const amount = async () => (await api.list(`investments?projectId=${project.id}`))[0]!['amount']
  await press(page, '/', 'ArrowDown')
  await expect(page.getByRole('row').nth(1).locator(':focus')).toHaveCount(1)
  await press(page, 'j')
  await expect(page.getByRole('row').nth(2).locator(':focus')).toHaveCount(1)
  await press(page, 'Escape')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(lastName)
  const row = page.getByRole('row').filter({ hasText: project.name })
  await expect(row).toHaveCount(1)
  await press(page, 'ArrowDown')
  await expect(row.getByRole('button', { name: project.name, exact: true })).toBeFocused()
  await press(page, 'Enter')
  const panel = page.getByRole('dialog', { name: t('investments:detailsTitle') })
  await expect(panel).toBeVisible()
  await press(page, 'e')
  const field = page.getByRole('dialog').getByRole('textbox', { name: t('investments:fields.amount') })
  await expect(field).toBeFocused()
  await page.keyboard.type('120000')
  await press(page, 'Control+Enter')
  await expect.poll(amount).toBe('120000.00')
  await expect(field).toBeHidden()
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await expect(row.getByRole('button', { name: project.name, exact: true })).toBeFocused()
  await press(page, 'Control+z')
  await expect.poll(amount).toBe('123456.78')
  await press(page, 'x')
  await expect(row.getByRole('checkbox')).toBeChecked()
  const download = page.waitForEvent('download')
  await press(page, 'Control+k')
  await page.keyboard.type(`${t('common:selected')} ${t('common:export')}`)
  await expect(page.getByRole('option')).toHaveCount(1)
  await press(page, 'Enter')
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(project.name)
  await press(page, 'Escape')
  await expect(row.getByRole('checkbox')).toHaveCount(0)
}

async function resolveConflict({ page, api, t, nextTabKey, project }: Scenario): Promise<void> {
  await goOffline(page)
  await press(page, 'g', 'p')
  await expect(page.getByRole('heading', { level: 1, name: t('projects:many') })).toBeVisible()
  await press(page, '/')
  await page.keyboard.type(project.name)
  const row = page.getByRole('row').filter({ hasText: project.name })
  await expect(row).toHaveCount(1)
  const nameButton = row.getByRole('button', { name: project.name, exact: true })
  await press(page, 'ArrowDown')
  await expect(nameButton).toBeFocused()
  await press(page, 'Enter')
  const tabs = page.getByRole('dialog', { name: t('projects:detailsTitle') }).getByRole('tab')
  await tabTo(page, tabs.first(), { maxSteps: 20 })
  await press(page, nextTabKey)
  await expect(tabs.nth(1)).toBeFocused()
  await press(page, 'Escape')
  await expect(nameButton).toBeFocused()

  const edit = row.getByRole('button', { name: t('common:edit') })
  for (let steps = 0; steps < 4 && !(await edit.evaluate((each) => each === document.activeElement)); steps++)
    await press(page, nextTabKey)
  await expect(edit).toBeFocused()
  await press(page, 'Enter')
  const form = page.getByRole('dialog', { name: t('projects:editTitle') })
  await tabTo(page, form.getByLabel(t('projects:fields.targetAmount')), { maxSteps: 20 })
  await press(page, 'Control+a')
  await page.keyboard.type('400000')
  await press(page, 'Enter')
  await expect(form).toBeHidden()
  await expect(edit).toBeFocused()

  await api.change(`projects/${project.id}`, { targetAmount: '375000' })
  await goOnline(page)
  const syncButton = page.getByRole('button', { name: t('sync:attention') })
  await expect(syncButton).toBeVisible()
  await tabTo(page, syncButton, { backward: true, maxSteps: 30 })
  await press(page, 'Enter')
  const center = page.getByRole('dialog', { name: t('sync:centre') })
  const [keepLabel] = t('sync:keepValue').split('{{value}}')
  await tabTo(page, center.getByRole('group').getByRole('button', { name: keepLabel! }).first())
  await press(page, 'Enter')
  await expect.poll(async () => (await api.read(`projects/${project.id}`))['targetAmount']).toBe('400000.00')
  await press(page, 'Escape')
  await expect(center).toBeHidden()
}

async function importFile({ page, api, t, lastName }: Scenario): Promise<void> {
  await press(page, 'Control+k')
  await expect(page.getByRole('combobox', { name: t('shell:command.palette'), exact: true })).toBeFocused()
  await page.keyboard.type(t('shell:route.import'))
  await expect(page.getByRole('option', { name: t('shell:route.import') }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('imports:title') })).toBeVisible()
  await tabTo(page, page.getByRole('main').getByLabel(t('imports:chosen'), { exact: true }))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Enter')])
  const rows = `Name,E-mail\nNoor ${lastName},noor@serrano.test\n`
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await tabTo(page, page.getByRole('button', { name: t('imports:try') }), { maxSteps: 20 })
  await press(page, 'Enter')
  await expect(page.getByText(t('imports:tried'))).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: t('imports:import'), exact: true }), { maxSteps: 3 })
  await press(page, 'Enter')
  await expect(page.getByText(t('imports:imported'))).toBeVisible()
  const isImported = (each: { readonly [field: string]: unknown }) => each['lastName'] === lastName
  await expect.poll(async () => (await api.list('investors')).filter(isImported).length).toBe(2)
}

test('by keyboard alone, in English and Arabic, a person records, corrects and exports an investment, resolves a conflict and imports a file', async ({
  page,
  server,
}) => {
  test.slow()
  const api = await server.signIn('manager')
  await page.addInitScript(() => addEventListener('pointerdown', () => sessionStorage.setItem('pointer', 'used'), true))
  await signIn(page)
  for (const [code, nextTabKey] of [
    ['en', 'ArrowRight'],
    ['ar', 'ArrowLeft'],
  ] as const) {
    const [name, lastName] = [uniqueName('Causeway'), uniqueName('Serrano')]
    const { id } = await api.create('projects', { name, type: 'COMMERCIAL', targetAmount: '500000' })
    await api.create('investors', { firstName: 'Ines', lastName, email: 'ines@serrano.test' })
    await setLanguage(page, code)
    await expectSyncIdle(page)
    const scenario: Scenario = { page, api, t: translator(code), nextTabKey, project: { id, name }, lastName }
    await recordInvestment(scenario)
    await correctAmount(scenario)
    await resolveConflict(scenario)
    await importFile(scenario)
  }
  expect(await page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull()
})
