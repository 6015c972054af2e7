// The library sets its highlight late: on a slow device, Enter would submit the form.
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'

function optionOf(input: HTMLElement, hasSearched: boolean): HTMLElement | null | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  return highlighted ?? (hasSearched ? list?.querySelector<HTMLElement>('[role=option]') : null)
}

/** While searching, Enter selects the first match if none is highlighted. */
export function useSelectOnEnter({ isSearch }: { readonly isSearch: boolean }) {
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
