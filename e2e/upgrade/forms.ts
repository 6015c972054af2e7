import { expect, type Locator, type Page } from 'playwright/test'
import type { Firm } from './firm.ts'

type Values = Readonly<Record<string, string | { readonly option: string }>>

export async function fillIn(page: Page, dialog: Locator, values: Values, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabel(label, { exact: true }).first()
    if (typeof value === 'string') await field.fill(value)
    else {
      await field.click()
      if (await field.isEditable()) await field.fill(value.option)
      await page.getByRole('option', { name: value.option }).first().click()
    }
  }
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
}

export const submitDialog = (
  address: string | ((firm: Firm) => string),
  title: string,
  values: Values,
  submit: string,
) =>
  async function perform(page: Page, firm: Firm): Promise<void> {
    await page.goto(typeof address === 'string' ? address : address(firm))
    await fillIn(page, page.getByRole('dialog', { name: title }), values, submit)
  }

export const submitDialogInTab = (
  address: (firm: Firm) => string,
  [details, tab, dialog]: readonly [string, string, string],
  values: Values,
) =>
  async function perform(page: Page, firm: Firm): Promise<void> {
    await page.goto(address(firm))
    const panel = page.getByRole('dialog', { name: details })
    await panel.getByRole('tab', { name: tab }).click()
    await panel.getByRole('button', { name: dialog }).click()
    await fillIn(page, page.getByRole('dialog', { name: dialog }), values, dialog)
  }
