import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SessionContext } from '#web/session/session-context.ts'
import { createSession } from '#web/session/session.ts'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { MyPicture } from './my-picture.tsx'

async function setup(profileImageUrl: string | null = null) {
  const store = await openTestStore({ ...someone, profileImageUrl })
  const requests = serve(store, { 'PATCH /api/auth/user': ({ body }) => ({ ...someone, ...(body as object) }) })
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue()
  const { container } = await render(
    store,
    <SessionContext value={{ ...createSession(sessionDeps(store)), refresh }}>
      <MyPicture />
    </SessionContext>,
  )
  const choose = (file: File) => userEvent.upload(container.querySelector('input[type=file]')!, file)
  return { requests, refresh, choose }
}

async function photo(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = 'red'
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], 'Ada.png', { type: 'image/png' })
}

test('a photo of any size becomes a small square picture and updates the session', async () => {
  const { requests, refresh, choose } = await setup()
  await choose(await photo(1_200, 800))
  await expect.element(page.getByText('Picture changed')).toBeVisible()
  const [[call, body]] = requests as unknown as [[string, { readonly profileImageUrl: string }]]
  expect([call, body.profileImageUrl]).toEqual([
    'PATCH /api/auth/user',
    expect.stringMatching(/^data:image\/jpeg;base64,/),
  ])
  const image = new Image()
  image.src = body.profileImageUrl
  await image.decode()
  expect([image.width, image.height]).toEqual([96, 96])
  expect(refresh).toHaveBeenCalledOnce()
})

test('a file that is not an image is not sent', async () => {
  const { requests, choose } = await setup()
  await choose(new File(['words'], 'Ada.png', { type: 'image/png' }))
  await expect
    .element(page.getByText('This browser cannot read the file as a picture. Choose another file.'))
    .toBeVisible()
  expect(requests).toEqual([])
})

test('a picture can be removed', async () => {
  const { requests } = await setup('data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC')
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect.element(page.getByText('Picture removed')).toBeVisible()
  expect(requests).toEqual([['PATCH /api/auth/user', { profileImageUrl: null }]])
})
