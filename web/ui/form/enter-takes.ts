// Enter in an open list takes the option that is marked. The library alone remembers a place, which it sets a moment
// after the list has opened: on a busy device an option marked by then would be forgotten, and Enter would send the form.
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'

function optionOf(input: HTMLElement, hasSearched: boolean): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  return marked ?? (hasSearched ? list?.querySelector<HTMLElement>('[role=option]') : null)
}

/** For the input of a list; while something is searched, Enter takes the first that is found when none is marked. */
export function useEnterTakes({ isSearch }: { readonly isSearch: boolean }) {
  const hasSearched = useRef(false)
  const forget = () => void (hasSearched.current = false)
  return {
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      void (hasSearched.current = isSearch && currentTarget.value !== ''),
    onDropdownClose: forget,
    onOptionSubmit: () => {
      forget()
      shieldPresses()
    },
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      const input = event.currentTarget
      const isOpen = input.getAttribute('aria-expanded') === 'true'
      if (event.key !== 'Enter' || !isOpen || event.nativeEvent.isComposing) return
      const option = optionOf(input, hasSearched.current)
      if (!option && !hasSearched.current) return
      event.preventDefault()
      event.stopPropagation()
      option?.click()
    },
  }
}
