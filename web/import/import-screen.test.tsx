import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { factsOf } from '#web/test/texts-of.ts'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { ImportScreen } from './import-screen.tsx'

const csv = 'Investor,E-mail,Since,Telephone\nAda Lovelace,ada@example.com,1815,+1 5\nNobody,,1900,\n'
const choose = (text = csv, name = 'people.csv') =>
  userEvent.upload(page.getByLabelText('Spreadsheet', { exact: true }), new File([text], name))
async function chooseRecords(records: string) {
  await chooseOption(page.getByRole('combobox', { name: 'Record type' }), records)
}
const target = (column: string) => page.getByRole('combobox', { name: `Target field of ${column}` })
const counts = () => factsOf(page)

function serveImports(store: TestStore, lost = 0) {
  const requests: { form: FormData; key: string | null }[] = []
  store.server.call = ({ path, sent, key }) => {
    if (path !== '/api/imports') return undefined
    const form = sent as FormData
    requests.push({ form, key })
    const dryRun = form.get('dryRun') === 'true'
    if (!dryRun && lost-- > 0) return { status: 503, body: {} }
    const summary = { rows: 1, created: 1, updated: 0, unchanged: 0, refused: 0, dryRun }
    return { status: 200, body: { ...summary, refusals: [], changes: [] } }
  }
  return requests
}
const sentText = async ({ form }: { form: FormData }) =>
  (await (form.get('file') as File).text()).replace(/^\uFEFF/, '')

test('columns are recognized, can be mapped by hand, and are previewed as records', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await choose()
  await expect.element(target('Investor')).toHaveValue('Full name')
  await expect.element(target('E-mail')).toHaveValue('Email')
  await expect.element(target('Since')).toHaveValue('Not imported')
  const preview = page.getByRole('grid', { name: 'Preview' })
  const row = (name: string) => preview.getByRole('row').filter({ hasText: name })
  await expect.element(row('Lovelace')).toHaveTextContent('2Ada Lovelaceada@example.com+1 5')
  await expect.element(row('Nobody').getByText('This field is required')).toBeVisible()
  await chooseOption(target('Since'), 'Internal notes')
  await expect.element(preview.getByRole('columnheader', { name: 'Since' })).toBeVisible()
  await expect.element(row('Lovelace').getByText('1815')).toBeVisible()
})

test('semicolons and the old Turkish code page are recognized; another format can be chosen', async () => {
  await render(await openTestStore(), <ImportScreen />)
  const bytes = Uint8Array.from('Ad;E-mail\n\xdeirin;s@example.com\n', (char) => char.charCodeAt(0))
  await userEvent.upload(page.getByLabelText('Spreadsheet', { exact: true }), new File([bytes], 'people.csv'))
  await expect.element(page.getByText('Şirin')).toBeVisible()
  await expect.element(target('E-mail')).toHaveValue('Email')
  const separator = page.getByRole('combobox', { name: 'Column separator' })
  await expect.element(separator).toHaveValue('Semicolon')
  const encoding = page.getByRole('combobox', { name: 'Text encoding' })
  await chooseOption(encoding, 'Windows-1252')
  await expect.element(page.getByText('Þirin')).toBeVisible()
  await chooseOption(separator, 'Comma')
  await expect.element(target('Ad;E-mail')).toBeVisible()
})

test('on a phone the target of a column is chosen below its examples, in a field of their width', async () => {
  await render(
    await openTestStore(),
    <div style={{ inlineSize: 358 }}>
      <ImportScreen />
    </div>,
  )
  await choose()
  await expect.element(target('Investor')).toHaveValue('Full name')
  const field = target('Investor').element().closest('td')!.getBoundingClientRect()
  const examples = target('Investor').element().closest('td')!.previousElementSibling!.getBoundingClientRect()
  expect(field.top).toBeGreaterThanOrEqual(examples.bottom)
  expect(field.width).toBe(examples.width)
})

test('allowed values are listed in the words of the screens, which cells may use', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Projects')
  await choose('Name,Type,Visible to investors\nPier,real estate,hidden\nQuay,Shop,perhaps\n', 'projects.csv')
  const row = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name })
  await expect.element(row('Pier')).toHaveTextContent('2PierReal estateHidden')
  await expect.element(row('Quay').getByText(/^Choose one of: Real estate, .*, Venture capital$/)).toBeVisible()
  await expect.element(row('Quay').getByText('Expected yes or no')).toBeVisible()
})

test('mapping a field to another column unmaps the first one', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await choose()
  await chooseOption(target('Since'), 'Email')
  await expect.element(target('E-mail')).toHaveValue('Not imported')
})

test('missing required columns are listed and prevent the import', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Projects')
  await choose('Startup,City\nQuay,Izmir\n')
  await expect.element(page.getByText('Missing required fields: Type')).toBeVisible()
  await chooseOption(page.getByRole('combobox', { name: 'Type for all rows' }), 'Commercial')
  await expect.element(page.getByText('Missing required fields', { exact: false })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Check' })).toBeEnabled()
})

test('mapped columns that the file lacks, or has twice, are listed and prevent the import', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await choose('A,B,C,C\nAda,a@example.com,1,2\n')
  const map = { columns: { A: 'firstName', B: 'email', C: 'phone', D: 'address' } }
  await userEvent.upload(page.getByLabelText('Use a saved mapping'), new File([JSON.stringify(map)], 'm.json'))
  const [absent, repeated] = [page.getByText(/not have: D\./), page.getByText(/more than once: C\./)]
  await expect.element(absent).toBeVisible()
  await expect.element(repeated).toBeVisible()
  const check = page.getByRole('button', { name: 'Check' })
  await expect.element(check).not.toBeInTheDocument()
  await chooseOption(target('D'), 'Not imported')
  await expect.element(absent).not.toBeInTheDocument()
  await chooseOption(target('C').first(), 'Not imported')
  await expect.element(check).toBeEnabled()
})

test('only a complete mapping can be saved, because no other can be used again', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await choose('A,B\nAda,a@example.com\n')
  await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeDisabled()
  await chooseOption(target('B'), 'Email')
  await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeEnabled()
})

test('a column in an unknown currency is left out with the reason, and can be mapped by hand', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Investments')
  await choose('Startup,Investor e-mail,Amount (EUR),Date\nQuay,ada@example.com,100,2025-01-31\n')
  await expect.element(target('Amount (EUR)')).toHaveValue('Not imported')
  const why = page.getByRole('note').filter({ hasText: '“Amount (EUR)” refers to EUR' })
  await expect.element(why).toBeVisible()
  await chooseOption(target('Amount (EUR)'), 'Amount', { exact: true })
  await expect.element(why).toBeVisible()
  await chooseOption(page.getByRole('combobox', { name: 'Currency for all rows' }), 'AED')
  await expect.element(why).not.toBeInTheDocument()
})

test('an import starts with a check; rows with errors are not sent and can be downloaded', async () => {
  const store = await openTestStore()
  const requests = serveImports(store)
  await render(store, <ImportScreen />)
  await choose()
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeDisabled()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('The check did not save anything.', { exact: false })).toBeVisible()
  expect(counts()).toEqual({ Rows: '2', New: '1', Updated: '0', Unchanged: '0', Refused: '1' })
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(page.getByText('1 investor imported')).toBeVisible()
  await expect.element(page.getByText('An import cannot be undone', { exact: false })).toBeVisible()
  expect(requests.map(({ form }) => [form.get('entity'), form.get('dryRun'), form.get('language')])).toEqual([
    ['investors', 'true', 'en'],
    ['investors', 'false', 'en'],
  ])
  expect(JSON.parse(requests[1]!.form.get('map') as string)).toMatchObject({
    columns: { Investor: 'fullName', 'E-mail': 'email', Telephone: 'phone' },
  })
  expect(await sentText(requests[1]!)).toBe(
    'Investor,E-mail,Since,Telephone\r\nAda Lovelace,ada@example.com,1815,+1 5\r\n',
  )
  const saved = savedFiles()
  await page.getByRole('button', { name: 'Download rows with errors' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect((await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'Investor,E-mail,Since,Telephone,Line,Reason',
    'Nobody,,1900,,3,E-mail: This field is required',
    '',
  ])
})

test('an error is corrected in its cell by keyboard, and the row is checked immediately', async () => {
  const store = await openTestStore()
  const requests = serveImports(store)
  await render(store, <ImportScreen />)
  await choose()
  const shown = page.getByRole('combobox', { name: 'Show' })
  await expect.element(shown).toHaveValue('All rows (2)')
  const cell = page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').nth(1)
  await expect.element(cell).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell).toHaveAccessibleDescription('This field is required')
  await chooseOption(shown, 'Rows with errors (1)')
  const line = page.getByRole('grid').getByRole('rowheader')
  await expect.element(line).toHaveTextContent('3')
  ;(line.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  const input = page.getByRole('textbox', { name: 'E-mail' })
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('nobody@example.com{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  await expect.element(page.getByRole('grid').getByText('nobody@example.com')).toBeVisible()
  await expect.element(shown).toHaveValue('Rows with errors (0)')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => requests.length).toBe(1)
  expect(await sentText(requests[0]!)).toContain('Nobody,nobody@example.com,1900,\r\n')
})

test('the preview shows each field to be overwritten, rows can be deselected, and server errors appear in their cells', async () => {
  const store = await openTestStore()
  const sent: FormData[] = []
  store.server.call = ({ path, sent: form }) => {
    if (path !== '/api/imports') return undefined
    sent.push(form as FormData)
    const changes = [{ line: 2, before: { phone: '+1 555' }, after: { phone: '+1 5' } }]
    const refusals = [{ line: 4, reasons: [{ at: 'phone', key: 'max', params: { max: 20 } }] }]
    const summary = { rows: 3, created: 1, updated: 1, unchanged: 0, refused: 1, dryRun: true }
    return { status: 200, body: { ...summary, refusals, changes } }
  }
  await render(store, <ImportScreen />)
  await choose('E-mail,Telephone,First name\na@example.com,+1 5,"A\nB"\nb@example.com,7,B\n')
  await page.getByRole('button', { name: 'Check' }).click()
  const row = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })
  await expect.element(row('a@example.com').getByRole('deletion')).toHaveTextContent('Current value: +1 555')
  await expect.element(row('a@example.com').getByRole('insertion')).toHaveTextContent('New value: +1 5')
  await expect.element(row('b@example.com').getByText(/Maximum 20 characters allowed/)).toBeVisible()
  await chooseOption(page.getByRole('combobox', { name: 'Show' }), 'Rows to update (1)')
  await expect.element(row('b@example.com')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Update the record from line 2' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(await sentText({ form: sent[1]! })).not.toContain('a@example.com')
})

test('text typed into a cell is kept when its row is scrolled out of sight', async () => {
  await render(await openTestStore(), <ImportScreen />)
  const rows = Array.from({ length: 500 }, (_, n) => `Person ${n} Smith,p${n}@example.com`)
  await choose(`Investor,E-mail\n${rows.join('\n')}\n`)
  const grid = page.getByRole('grid')
  const region = page.getByRole('region', { name: 'Preview' }).last()
  await grid.getByRole('gridcell', { name: 'p0@example.com', exact: true }).dblClick()
  await grid.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  region.element().scrollTop = 15_000
  await expect.element(grid.getByRole('textbox')).not.toBeInTheDocument()
  region.element().scrollTop = 0
  await expect.element(grid.getByRole('gridcell', { name: 'ada@example.com' })).toBeVisible()
})

test('opening a cell without typing changes nothing, not even its line breaks', async () => {
  const store = await openTestStore()
  const requests = serveImports(store)
  await render(store, <ImportScreen />)
  await choose('Investor,E-mail,Address\nAda Byron,ada@example.com,"12 High St\r\nLondon"\n')
  await page.getByRole('gridcell', { name: /High St/ }).dblClick()
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Address' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => requests.length).toBe(1)
  expect(await sentText(requests[0]!)).toContain('"12 High St\r\nLondon"')
  expect(useUnsavedForms.getState().count).toBe(0)
})

test('a deselected row can be selected again, even after a correction or another check', async () => {
  const store = await openTestStore()
  const sent: FormData[] = []
  store.server.call = ({ path, sent: form }) => {
    if (path !== '/api/imports') return undefined
    sent.push(form as FormData)
    const changes = sent.length === 1 ? [{ line: 2, before: { phone: '+1 555' }, after: { phone: '+1 5' } }] : []
    const summary = { rows: 1, created: 0, updated: changes.length, unchanged: 0, refused: 0, dryRun: true }
    return { status: 200, body: { ...summary, refusals: [], changes } }
  }
  await render(store, <ImportScreen />)
  await choose('E-mail,Telephone,First name\na@example.com,+1 5,Ada\nb@example.com,7,B\n')
  await page.getByRole('button', { name: 'Check' }).click()
  const box = page.getByRole('checkbox', { name: 'Update the record from line 2' })
  await box.click()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await expect.element(box).not.toBeChecked()
  await page.getByRole('gridcell', { name: 'Ada' }).dblClick()
  await page.getByRole('textbox', { name: 'First name' }).fill('Adele')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => sent.length).toBe(3)
  expect(await sentText({ form: sent[2]! })).toContain('Adele')
  expect(useUnsavedForms.getState().count).toBe(1)
})

test('after a lost response the same import is requested again with the same key', async () => {
  const store = await openTestStore()
  const requests = serveImports(store, 1)
  await render(store, <ImportScreen />)
  await choose()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(page.getByText(/^Something went wrong/)).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(page.getByText('1 investor imported')).toBeVisible()
  const keys = requests.slice(1).map(({ key }) => key)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('the file input is one Tab stop and shows its focus', async () => {
  await render(await openTestStore(), <ImportScreen />)
  const input = page.getByLabelText('Spreadsheet', { exact: true })
  ;(page.getByRole('combobox').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(input).toHaveFocus()
  expect(getComputedStyle(input.element().parentElement!).outlineStyle).toBe('solid')
  await userEvent.keyboard('{Tab}')
  expect(input.element().parentElement!.contains(document.activeElement)).toBe(false)
})

test('the column mapping is saved and applied to the next file; an invalid one is rejected until another is chosen', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await choose('A,B\nAda,a@example.com\n')
  const take = (text: string) =>
    userEvent.upload(page.getByLabelText('Use a saved mapping'), new File([text], 'm.json'))
  await expect.element(page.getByRole('button', { name: 'Use a saved mapping' })).toBeVisible()
  await take('{"columns":{"A":"firstName","B":"email"}}')
  await expect.element(target('A')).toHaveValue('First name')
  await take('{"columns":{"A":"tenantId"}}')
  const wrong = page.getByText('The mapping was not applied: ', { exact: false })
  await expect.element(wrong).toBeVisible()
  await expect.element(target('A')).toHaveValue('First name')
  await take('{"columns":{"A":"fullName","B":"email"}}')
  await expect.element(target('A')).toHaveValue('Full name')
  await expect.element(wrong).not.toBeInTheDocument()
  const saved = savedFiles()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  expect(saved.map(({ name }) => name)).toEqual(['Mapping – Investors.json'])
  expect(JSON.parse(await saved[0]!.text)).toMatchObject({ columns: { A: 'fullName', B: 'email' } })
  await take('{}')
  await expect.element(wrong).toBeVisible()
  await chooseRecords('Projects')
  await expect.element(wrong).not.toBeInTheDocument()
})

function holdReading() {
  const held = new Map<string, () => void>()
  const read = new Map<string, Promise<ArrayBuffer>>()
  const spy = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (!(this instanceof File)) return new Response(this).arrayBuffer()
    await new Promise<void>((resolve) => held.set(this.name, resolve))
    const bytes = new Response(this).arrayBuffer()
    read.set(this.name, bytes)
    return bytes
  })
  onTestFinished(() => spy.mockRestore())
  return async (name: string) => {
    await expect.poll(() => [...held.keys()]).toContain(name)
    held.get(name)!()
    await expect.poll(() => [...read.keys()]).toContain(name)
    await read.get(name)
    await userEvent.keyboard('{Shift}')
  }
}

test('the second of two quickly chosen files counts, however long the first takes', async () => {
  const letRead = holdReading()
  await render(await openTestStore(), <ImportScreen />)
  await choose('Surname\nLong\n', 'a.csv')
  await choose('Mail\nb@example.com\n', 'b.csv')
  await letRead('b.csv')
  await expect.element(target('Mail')).toHaveValue('Email')
  await letRead('a.csv')
  await expect.element(target('Mail')).toHaveValue('Email')
  expect(target('Surname').elements()).toEqual([])
})

test('a file removed while it is being read stays removed', async () => {
  const letRead = holdReading()
  await render(await openTestStore(), <ImportScreen />)
  await choose()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await letRead('people.csv')
  expect(target('Investor').elements()).toEqual([])
})

test('columns are recognized for the record type chosen when the file has been read', async () => {
  const letRead = holdReading()
  await render(await openTestStore(), <ImportScreen />)
  await choose('Startup,City\nQuay,Izmir\n')
  await chooseRecords('Projects')
  await letRead('people.csv')
  await expect.element(target('City')).toHaveValue('Location')
})

test('mapping a column replaces the default value for every row', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Projects')
  await choose('Startup,Kind,Sought (AED),Paid in\nQuay,COMMERCIAL,10,TRY\n')
  await expect.element(page.getByRole('combobox', { name: 'Currency for all rows' })).toHaveValue('AED')
  await chooseOption(target('Paid in'), 'Currency')
  await expect.element(page.getByRole('grid').getByRole('gridcell', { name: 'TRY' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check' })).toBeEnabled()
})

test('offline the screen asks for a connection; other file types are rejected', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'offline' })
  await render(store, <ImportScreen />)
  await expect.element(page.getByText('so you need to be online', { exact: false })).toBeVisible()
  await choose(csv, 'people.txt')
  await expect.element(page.getByText('Only CSV and XLSX files can be imported. Choose another file.')).toBeVisible()
  await choose()
  await expect.element(page.getByRole('button', { name: 'Check' })).toBeDisabled()
})

test('a server error for the whole import is shown; the check result stays, and the import can be retried', async () => {
  const store = await openTestStore()
  const requests = serveImports(store)
  const usual = store.server.call!
  await render(store, <ImportScreen />)
  await choose()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('The check did not save anything.', { exact: false })).toBeVisible()
  store.server.call = () => ({ status: 429, body: { code: 'RATE_LIMITED', message: 'x' } })
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(page.getByText(/^Too many attempts/)).toBeVisible()
  expect(counts()).toMatchObject({ New: '1' })
  await expect.element(page.getByText('The check did not save anything.', { exact: false })).toBeVisible()
  store.server.call = usual
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.element(page.getByText('Result of the import.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeDisabled()
  expect(requests.map(({ form }) => form.get('dryRun'))).toEqual(['true', 'false'])
})

test('changing the mapping discards the check result', async () => {
  const store = await openTestStore()
  serveImports(store)
  await render(store, <ImportScreen />)
  await choose()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeEnabled()
  await chooseOption(target('Telephone'), 'Not imported')
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeDisabled()
  expect(counts()).toEqual({})
})

test('without errors there is nothing to download; refused rows that the server does not list are counted', async () => {
  const store = await openTestStore()
  const fine = { rows: 9, created: 0, updated: 0, unchanged: 9, dryRun: true, refusals: [], changes: [] }
  let refused = 0
  store.server.call = ({ path }) => (path === '/api/imports' ? { status: 200, body: { ...fine, refused } } : undefined)
  await render(store, <ImportScreen />)
  await choose('Investor,E-mail\nAda,ada@example.com\n')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(counts).toMatchObject({ Unchanged: '9', Refused: '0' })
  expect(page.getByRole('button', { name: 'Download rows with errors' }).elements()).toEqual([])
  refused = 3
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.element(page.getByText('Refused rows not shown in the preview: 3')).toBeVisible()
})

test('only the visible rows of ten thousand are rendered, and the keyboard reaches the last one', async () => {
  await render(await openTestStore(), <ImportScreen />)
  const rows = Array.from({ length: 10_000 }, (_, n) => `Person ${n} Smith,p${n}@example.com,${n % 2 ? 'Izmir' : ''}`)
  await choose(`Investor,E-mail,Address\n${rows.join('\n')}\n`)
  const grid = page.getByRole('grid')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '10001')
  expect(grid.getByRole('row').elements().length).toBeLessThan(60)
  const columns = page.getByLabelText('Columns').getByRole('row')
  const examples = (name: string) => columns.filter({ hasText: name }).getByRole('cell').nth(0)
  expect(examples('E-mail').element().textContent).toBe('p0@example.com · p1@example.com · p2@example.com')
  expect(examples('Address').element().textContent).toBe('Izmir')
  ;(grid.getByRole('rowheader').first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => document.activeElement?.textContent).toBe('Izmir')
  await expect.element(page.getByText('p9999@example.com')).toBeVisible()
})

test('dates are read in the order chosen for the whole file', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Investments')
  await choose('Startup,Investor e-mail,Amount (USD),Date\nQuay,ada@example.com,100,03/04/2025\n')
  const order = page.getByRole('combobox', { name: 'Date format of Date' })
  const row = page.getByRole('grid').getByRole('row').nth(1)
  for (const [words, day] of [
    ['Day, month, year', '2025-04-03'],
    ['Month, day, year', '2025-03-04'],
  ]) {
    await order.click()
    await page.getByRole('option', { name: words! }).click()
    await expect.poll(() => row.element().textContent).toContain(day)
  }
  await chooseOption(order, 'Year, month, day')
  await expect.poll(() => row.element().textContent).toContain('Expected a valid date as year-month-day')
})

test('the decimal sign of a file is recognized and can be changed; a rejected amount comes with an example', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Projects')
  await choose('Name;Type;Target\nQuay;COMMERCIAL;1.250,50\n')
  const sign = page.getByRole('combobox', { name: 'Decimal separator of Target' })
  await expect.element(sign).toHaveValue('Comma (1.250,50)')
  const row = page.getByRole('grid').getByRole('row').nth(1)
  await expect.element(row.getByRole('gridcell', { name: '1250.50' })).toBeVisible()
  await chooseOption(sign, 'Period (1,250.50)')
  await expect.element(row.getByText('Expected a number, for example 1250.00')).toBeVisible()
})

test('a column that fits several formats is not guessed, and the import waits for the choice', async () => {
  await render(await openTestStore(), <ImportScreen />)
  await chooseRecords('Projects')
  await choose('Name;Type;Target;IRR\nQuay;COMMERCIAL;1,234;7,5\n')
  const sign = page.getByRole('combobox', { name: 'Decimal separator of Target' })
  await expect.element(sign).toHaveValue('')
  await expect.element(page.getByText('The values can be read in more than one way.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Decimal separator of IRR' })).toHaveValue('Comma (1.250,50)')
  await expect.element(page.getByRole('button', { name: 'Check' })).not.toBeInTheDocument()
  await chooseOption(sign, 'Period (1,250.50)')
  await expect.element(page.getByRole('grid').getByRole('gridcell', { name: '1234.00' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check' })).toBeEnabled()
})
