import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

export type Preloadable<Props extends object> = FunctionComponent<Props> & {
  readonly preload: () => Promise<unknown>
}

/** Renders immediately if preloaded. React's own lazy component always suspends first, with its fallback for a third of a second. */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let loadedComponent: ComponentType<Props> | undefined
  const preload = () =>
    load().then((component) => {
      loadedComponent = component
      return { default: component }
    })
  const Lazy: ComponentType<Props> = lazy(preload)
  function Preloaded(props: Props) {
    // Fixed while mounted: another component would remount and lose a form's values.
    const [Component] = useState<ComponentType<Props>>(() => loadedComponent ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Preloaded, { preload })
}
