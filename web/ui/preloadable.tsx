import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

export type Preloadable<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code ahead of the first drawing. */
  readonly preload: () => Promise<unknown>
}

/**
 * A component in a chunk of its own that is drawn at once when it is preloaded. A plain lazy component always suspends
 * first, and its placeholder stays for a third of a second.
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
    // Stays the same while it is drawn: another component would start anew and lose a form's words.
    const [Component] = useState<ComponentType<Props>>(() => here ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Preloaded, { preload })
}
