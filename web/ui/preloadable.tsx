import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

export type Preloadable<Props extends object> = FunctionComponent<Props> & {
  /** Fetches the code ahead of the first drawing. */
  readonly preload: () => Promise<unknown>
}

/**
 * A component in a chunk of its own. Preloaded it is drawn at once: a lazy one always waits first, and what stands in
 * for it stays for a third of a second.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let here: ComponentType<Props> | undefined
  const preload = () =>
    load().then((component) => {
      here = component
      return { default: component }
    })
  const Lazy: ComponentType<Props> = lazy(preload)
  function Preloaded(props: Props) {
    // The same one as long as it is drawn: another one would begin anew, without the words of a form.
    const [Component] = useState<ComponentType<Props>>(() => here ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Preloaded, { preload })
}
