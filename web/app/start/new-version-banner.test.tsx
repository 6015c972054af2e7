import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useUnsaved } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { NewVersionBanner } from './new-version-banner.tsx'

function OpenForm() {
  useUnsaved(true)
  return null
}

const getNewVersion = page.getByRole('button', { name: 'Update Holdfast' })

test('LIVE5 a version that is too old asks for the new one and never closes an open form', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'too-old' })
  await render(store, <NewVersionBanner />)
  await expect.element(page.getByText(/^The server requires a newer version/)).toBeVisible()
  await expect.element(getNewVersion).toBeEnabled()
})

test('LIVE5 the new version waits while a form is open', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'too-old' })
  await render(
    store,
    <>
      <OpenForm />
      <NewVersionBanner />
    </>,
  )
  await expect.element(page.getByText(/Save or close the open form first/)).toBeVisible()
  await expect.element(getNewVersion).toBeDisabled()
})
