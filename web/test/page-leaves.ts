import { onTestFinished } from 'vitest'

interface Going extends Event {
  readonly navigationType: string
  readonly destination: { readonly url: string }
}

export function holdPage(): readonly string[] {
  const left: string[] = []
  const navigation = Reflect.get(window, 'navigation') as EventTarget
  const hold = (event: Event) => {
    const { navigationType, destination } = event as Going
    if (!event.cancelable) return
    event.preventDefault()
    left.push(navigationType === 'reload' ? 'reload' : new URL(destination.url).pathname)
  }
  navigation.addEventListener('navigate', hold)
  onTestFinished(() => navigation.removeEventListener('navigate', hold))
  return left
}
