import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

export type Later<Props extends object> = FunctionComponent<Props> & {
  /** Brings the code ahead of the first drawing. */
  readonly bring: () => Promise<unknown>
}

/**
 * A component in a chunk of its own. Brought ahead it is drawn at once: a lazy one always waits first, and what stands in
 * for it stays for a third of a second.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let here: ComponentType<Props> | undefined
  const bring = () =>
    load().then((component) => {
      here = component
      return { default: component }
    })
  const Lazy: ComponentType<Props> = lazy(bring)
  function Later(props: Props) {
    // The same one as long as it is drawn: another one would begin anew, without the words of a form.
    const [Component] = useState<ComponentType<Props>>(() => here ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Later, { bring })
}
