/** Puts the cursor into the search of the screen, with its words selected; false where the screen has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]:not([aria-haspopup])')
  field?.focus()
  field?.select()
  return field !== null
}
