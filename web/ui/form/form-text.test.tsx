import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { formText } from './form-text.ts'

test('the text of a form has a line for each filled field', async () => {
  const { container } = await render(
    <form>
      <label>
        Name <input defaultValue="Quay of Safi" />
      </label>
      <label htmlFor="notes">Notes</label>
      <textarea id="notes" defaultValue={'first line\nsecond'} />
      <label htmlFor="empty">Location</label>
      <input id="empty" />
      <label htmlFor="hidden">Hidden</label>
      <input id="hidden" type="hidden" defaultValue="id" />
      <label htmlFor="flag">Visible</label>
      <input id="flag" type="checkbox" defaultChecked />
      <input defaultValue="without a label" />
      <button type="submit">Save</button>
    </form>,
  )
  expect(formText(container.querySelector('form')!)).toBe('Name : Quay of Safi\nNotes: first line\nsecond')
})
