import { type RefObject, useEffect } from 'react'

/**
 * Puts the cursor where a dialog's content wants it: on what is marked with `data-autofocus`, else on the first element
 * that `otherwise` selects. Content may load after its dialog has opened.
 */
export function useFirstFocus(content: RefObject<HTMLElement | null>, otherwise: string): void {
  useEffect(() => {
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find(otherwise)
    if (!first) return
    // A dialog that is just opening looks for the mark, and would else choose its first button.
    first.dataset['autofocus'] = 'true'
    first.focus()
  }, [content, otherwise])
}
