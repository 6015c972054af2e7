import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { RecordName } from './record-name.tsx'

const shown = page.getByTestId('name')

async function setup(id: string, storedName?: string | null) {
  const store = await openTestStore()
  await render(
    store,
    <p data-testid="name">
      <RecordName entity="investors" id={id} {...(storedName !== undefined && { fallback: storedName })} />
    </p>,
  )
  return store
}

test('a hidden record is shown by the name stored in the referring row', async () => {
  const store = await setup('0197a3b0-0000-7000-8000-000000000001', 'Elif (external)')
  await expect.element(shown).toHaveTextContent('Elif (external)')
  store.put('investors', {
    id: '0197a3b0-0000-7000-8000-000000000001',
    firstName: 'Elif',
    lastName: 'Öztürk',
    email: 'elif@example.com',
  })
  await expect.element(shown).toHaveTextContent('Elif Öztürk')
  store.drop('investors', '0197a3b0-0000-7000-8000-000000000001')
  await expect.element(shown).toHaveTextContent('Elif (external)')
})

test.each([null, undefined])(
  'a record without a known name (%s) is shown as unknown, never by its id',
  async (name) => {
    await setup('0197a3b0-0000-7000-8000-000000000001', name)
    await expect.element(shown).toHaveTextContent('Unknown investor')
  },
)
