import { type RefObject, useEffect } from 'react'

/** Focuses `data-autofocus`, else the first match of `otherwise`, even if the content loads after the dialog opened. */
export function useFirstFocus(content: RefObject<HTMLElement | null>, otherwise: string): void {
  useEffect(() => {
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find(otherwise)
    if (!first) return
    // An opening dialog looks for this attribute, and would otherwise focus its first button.
    first.dataset['autofocus'] = 'true'
    first.focus()
  }, [content, otherwise])
}
