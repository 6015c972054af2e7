const textInputs =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]'

/** Whether a key press is text input, or lies within `others`, which handle the key themselves. */
export const isTyping = (target: EventTarget | null, ...others: readonly string[]): boolean =>
  target instanceof Element && target.closest([textInputs, ...others].join()) !== null
