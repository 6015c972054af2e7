import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { preloadable } from './preloadable.tsx'

interface Props {
  readonly label: string
}

const Label = ({ label }: Props) => <input aria-label={label} />

const waiting = vi.fn<() => void>()
function Waiting() {
  waiting()
  return <p>Waiting</p>
}
const input = (label: string) => page.getByRole('textbox', { name: label })

function setup() {
  const loaded = Promise.withResolvers<typeof Label>()
  const load = vi.fn<() => Promise<typeof Label>>(() => loaded.promise)
  const Component = preloadable<Props>(load)
  const screen = (label: string) => (
    <Suspense fallback={<Waiting />}>
      <Component label={label} />
    </Suspense>
  )
  waiting.mockReset()
  return { load, Component, screen, arrive: () => loaded.resolve(Label) }
}

test('a preloaded component renders immediately without its placeholder', async () => {
  const { Component, screen, arrive } = setup()
  arrive()
  await Component.preload()
  await render(screen('Words'))
  await expect.element(input('Words')).toBeVisible()
  expect(waiting).not.toHaveBeenCalled()
})

test('a component that was not preloaded loads its code on the first render', async () => {
  const { load, screen, arrive } = setup()
  expect(load).not.toHaveBeenCalled()
  await render(screen('Words'))
  await expect.element(page.getByText('Waiting')).toBeVisible()
  arrive()
  await expect.element(input('Words')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})
