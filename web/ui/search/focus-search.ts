export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]:not([aria-haspopup])')
  field?.focus()
  field?.select()
  return field !== null
}
