/** Focuses the screen's search and selects its text; false if the screen has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]:not([aria-haspopup])')
  field?.focus()
  field?.select()
  return field !== null
}
