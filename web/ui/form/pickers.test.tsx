import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { textsOf } from '#web/test/texts-of.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { DateInput } from './date-input.tsx'
import { FileDrop } from './file-drop.tsx'
import { SuggestInput } from './suggest-input.tsx'

const dialog = page.getByRole('dialog', { name: 'Edit' })
const date = page.getByRole('textbox', { name: 'Date' })
const calendar = page.getByRole('button', { name: 'Choose a date' })
const day = (name: string) => page.getByRole('button', { name })
const statusSelect = page.getByRole('combobox', { name: 'Status' })

const statuses = ['DRAFT', 'FUNDED', 'EXITED'] as const

function Probe() {
  const [opened, setOpened] = useState(true)
  const [value, setValue] = useState('2025-07-04')
  const [status, setStatus] = useState<string>('DRAFT')
  return (
    <Dialog opened={opened} title="Edit" onClose={() => setOpened(false)}>
      <DateInput label="Date" value={value} onChange={setValue} />
      <ChoiceSelect
        label="Status"
        value={status}
        onChange={(to) => setStatus(to ?? '')}
        options={statuses}
        labelOf={(option) => option.toLowerCase()}
      />
      <code>{`${value} ${status}`}</code>
    </Dialog>
  )
}

async function setup() {
  await render(await openTestStore(), <Probe />)
  await expect.element(date).toHaveValue('07/04/2025')
}

test('a date can be picked by keyboard, and the focus returns to the calendar button', async () => {
  await setup()
  ;(calendar.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(day('July 4, 2025')).toBeVisible()
  ;(day('July 4, 2025').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(day('July 12, 2025')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(date).toHaveValue('07/12/2025')
  await expect.element(day('July 12, 2025')).not.toBeInTheDocument()
  await expect.element(calendar).toHaveFocus()
})

test('Escape closes the calendar, and the dialog only when pressed again', async () => {
  await setup()
  await calendar.click()
  await expect.element(day('July 4, 2025')).toBeVisible()
  for (const within of [day('July 4, 2025'), calendar]) {
    if (day('July 4, 2025').elements().length === 0) await calendar.click()
    await expect.element(day('July 4, 2025')).toBeVisible()
    ;(within.element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(day('July 4, 2025')).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('with an invalid date the calendar selects no day, and a picked day replaces the text', async () => {
  await setup()
  await date.fill('30/30/2025')
  await expect.element(page.getByText('30/30/2025 DRAFT')).toBeVisible()
  await calendar.click()
  await expect.poll(() => page.getByRole('button', { name: / 15, \d{4}$/ }).elements().length).toBe(1)
  expect(document.querySelectorAll('[data-selected]')).toHaveLength(0)
  await page.getByRole('button', { name: / 15, \d{4}$/ }).click()
  await expect.poll(() => (date.element() as HTMLInputElement).value).toMatch(/^\d\d\/15\/\d{4}$/)
})

test('an option can be chosen by keyboard; Escape closes the list but not the dialog', async () => {
  await setup()
  await expect.element(statusSelect).toHaveValue('draft')
  ;(statusSelect.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'funded' })).toBeVisible()
  expect(textsOf(page.getByRole('option'))).toEqual(['draft', 'funded', 'exited'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('option', { name: 'funded' })).not.toBeInTheDocument()
  await expect.element(statusSelect).toHaveValue('draft')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'funded' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(statusSelect).toHaveValue('funded')
  await expect.element(page.getByText('2025-07-04 FUNDED')).toBeVisible()
})

test('a required select keeps its option when it is chosen again', async () => {
  await setup()
  await chooseOption(statusSelect, 'draft')
  await expect.element(statusSelect).toHaveValue('draft')
  await expect.element(page.getByText('2025-07-04 DRAFT')).toBeVisible()
})

const kinds = ['CONTRACT', 'FACT_SHEET'] as const
const labelOf = (kind: string) => (kind === 'FACT_SHEET' ? 'Fact sheet' : 'Contract')
const kind = page.getByRole('combobox', { name: 'Kind' })

function Kind({ initial = '' }: { readonly initial?: string }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <SuggestInput label="Kind" options={kinds} labelOf={labelOf} value={value} onChange={setValue} />
      <code>{`<${value}>`}</code>
    </>
  )
}

test('a suggested option is shown by its label and stored as its code; other text is stored as typed', async () => {
  await render(await openTestStore(), <Kind initial="FACT_SHEET" />)
  await expect.element(kind).toHaveValue('Fact sheet')
  await kind.fill(' contract ')
  await expect.element(page.getByText('<CONTRACT>')).toBeVisible()
  await kind.fill('Side letter')
  await expect.element(page.getByText('<Side letter>')).toBeVisible()
  await expect.element(kind).toHaveValue('Side letter')
  await kind.fill('fact')
  await page.getByRole('option', { name: 'Fact sheet' }).click()
  await expect.element(page.getByText('<FACT_SHEET>')).toBeVisible()
  expect(page.getByRole('option').elements()).toEqual([])
})

const onFile = vi.fn<(file: File | undefined) => void>()

function FilePicker({ error }: { readonly error?: string }) {
  const [file, setFile] = useState<File>()
  const onChange = (chosen: File | undefined) => {
    onFile(chosen)
    setFile(chosen)
  }
  return (
    <FileDrop label="File" hint="PDF, 10 MB at most" accept={['.pdf']} file={file} error={error} onFile={onChange} />
  )
}

test('a file can be chosen, dropped, removed and chosen again; an error replaces the hint', async () => {
  onFile.mockReset()
  const screen = await render(await openTestStore(), <FilePicker />)
  const input = page.getByLabelText('File', { exact: true })
  const plan = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' })
  await expect.element(input).toHaveAccessibleDescription('PDF, 10 MB at most')
  expect((input.element() as HTMLInputElement).accept).toBe('.pdf')
  await userEvent.upload(input, plan)
  await expect.element(page.getByText('plan.pdf')).toBeVisible()
  await expect.element(input).toHaveAccessibleDescription('plan.pdf PDF, 10 MB at most')
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect.element(page.getByText('plan.pdf')).not.toBeInTheDocument()
  await userEvent.upload(input, plan)
  expect(onFile.mock.calls.map(([file]) => file?.name)).toEqual(['plan.pdf', undefined, 'plan.pdf'])

  const dropZone = document.querySelector<HTMLElement>('[data-wide]')!
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['%PDF'], 'deed.pdf'))
  const drag = (type: string) => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    dropZone.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(drag('dragover'), 'the browser does not open the file itself').toBe(true)
  await expect.poll(() => dropZone.dataset['over']).toBe('true')
  drag('dragleave')
  await expect.poll(() => dropZone.dataset['over']).toBeUndefined()
  drag('dragover')
  expect(drag('drop')).toBe(true)
  await expect.element(page.getByText('deed.pdf')).toBeVisible()
  expect(dropZone.dataset['over']).toBeUndefined()
  await screen.unmount()

  await render(await openTestStore(), <FilePicker error="This is not a PDF" />)
  await expect.element(input).toHaveAccessibleDescription('This is not a PDF')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
})
