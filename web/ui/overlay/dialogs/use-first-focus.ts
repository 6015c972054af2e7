import { type RefObject, useEffect } from 'react'

/** Focuses `data-autofocus`, else the first match of the fallback, even if the content loads after the dialog opened. */
export function useFirstFocus(content: RefObject<HTMLElement | null>, fallbackSelector: string): void {
  useEffect(() => {
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find(fallbackSelector)
    if (!first) return
    // An opening dialog looks for this attribute, and would otherwise focus its first button.
    first.dataset['autofocus'] = 'true'
    first.focus()
  }, [content, fallbackSelector])
}
